import { Box, Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Empty, RowsSkeleton } from "../list/ListStates";
import { SearchBox } from "../list/SearchBox";
import { libraryPage } from "../resources";
import { useRenew } from "../useRenew";
import { Adding } from "./Adding";
import { PictureCard, GRID } from "./PictureCard";
import { PictureForm, TITLE_ID as FORM_TITLE_ID } from "./PictureForm";
import { isDescribed, nameOf } from "./shape";
import { words } from "./words";

const TITLE_ID = "pick-title";
const PAGE = 24;

interface PickDialogProps {
  isMany: boolean;
  onClose: () => void;
  onPick: (pictures: MediaResponse[]) => void;
}

/** The library, to choose from. What is not described yet is described on the way. */
export default function PickDialog({ isMany, onClose, onPick }: PickDialogProps) {
  const renew = useRenew();
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<MediaResponse[]>([]);
  const [described, setDescribed] = useState<MediaResponse | null>(null);
  const { data, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["media", "pick", q],
    queryFn: ({ pageParam }) => libraryPage(q, PAGE, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length * PAGE : undefined),
  });
  const pictures = data?.pages.flatMap((page) => page.data) ?? [];

  function toggle(picture: MediaResponse) {
    // What cannot be used yet is made fit first.
    if (!isDescribed(picture)) return setDescribed(picture);
    const isChosen = chosen.some(({ id }) => id === picture.id);
    if (isChosen) setChosen(chosen.filter(({ id }) => id !== picture.id));
    else setChosen(isMany ? [...chosen, picture] : [picture]);
  }

  return (
    <>
      <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={TITLE_ID}>
        <DialogTitle id={TITLE_ID}>{isMany ? words.pick.titleMany : words.pick.title}</DialogTitle>
        <DialogContent sx={{ p: 0 }}>
          <Adding
            onDone={(picture, isAlone) => {
              void renew(["media"]);
              if (isAlone) setDescribed(picture);
            }}
          />
          <Box role="search" sx={{ px: 2, display: "flex" }}>
            <SearchBox label={words.search} value={q} onChange={setQ} />
          </Box>
          {isPending && <RowsSkeleton label={words.loading} />}
          {data && pictures.length === 0 && <Empty {...(q ? words.noneFound : words.none)} />}
          <Box component="ul" aria-label={words.list} sx={GRID}>
            {pictures.map((picture) => (
              <PictureCard key={picture.id} picture={picture}>
                <Box
                  component="label"
                  sx={{ position: "absolute", inset: 0, cursor: "pointer", display: "flex" }}
                >
                  <Checkbox
                    checked={chosen.some(({ id }) => id === picture.id)}
                    onChange={() => toggle(picture)}
                    slotProps={{ input: { "aria-label": nameOf(picture) } }}
                    sx={{ alignSelf: "flex-start", bgcolor: "background.paper", m: 0.5, p: 0.5 }}
                  />
                </Box>
              </PictureCard>
            ))}
          </Box>
          {hasNextPage && (
            <Box sx={{ textAlign: "center", pb: 2 }}>
              <Button onClick={() => void fetchNextPage()}>{words.pick.more}</Button>
            </Box>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose}>{words.pick.cancel}</Button>
          <Button variant="contained" disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
            {isMany ? words.pick.takeMany(chosen.length) : words.pick.take}
          </Button>
        </DialogActions>
      </Dialog>
      {described && (
        <Dialog
          open
          onClose={() => setDescribed(null)}
          maxWidth="md"
          fullWidth
          aria-labelledby={FORM_TITLE_ID}
        >
          <PictureForm picture={described} onClose={() => setDescribed(null)} />
        </Dialog>
      )}
    </>
  );
}
