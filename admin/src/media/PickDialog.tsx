import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useRested } from "../kit/useRested";
import { Empty, RowsSkeleton } from "../list/ListStates";
import { searchField } from "../list/SearchBox";
import { t } from "../messages/media.gen";
import { t as tCommon } from "../messages/common.gen";
import { libraryPage } from "../resources";
import { useRenew } from "../useRenew";
import { PictureCard, GRID } from "./PictureCard";
import { PictureForm } from "./PictureForm";
import { isDescribed, nameOf } from "./shape";
import { UploadArea } from "./UploadArea";

const PAGE = 24;

interface PickDialogProps {
  isMany: boolean;
  onClose: () => void;
  onPick: (pictures: MediaResponse[]) => void;
}

/** A dialog to choose images from the library. An image without a description gets one first. */
export default function PickDialog({ isMany, onClose, onPick }: PickDialogProps) {
  const renew = useRenew();
  const [typed, setTyped] = useState("");
  const q = useRested(typed);
  const [selected, setSelected] = useState<MediaResponse[]>([]);
  const [described, setDescribed] = useState<MediaResponse | null>(null);
  const closeForm = useRef<() => void>(null);
  const { data, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["media", "pick", q],
    queryFn: ({ pageParam }) => libraryPage(q, PAGE, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length * PAGE : undefined),
  });
  const pictures = data?.pages.flatMap((page) => page.data) ?? [];

  function toggle(picture: MediaResponse) {
    // An image needs a description before it can be used.
    if (!isDescribed(picture)) return setDescribed(picture);
    if (selected.some(({ id }) => id === picture.id))
      setSelected(selected.filter(({ id }) => id !== picture.id));
    else select(picture);
  }
  const select = (picture: MediaResponse) => setSelected(isMany ? [...selected, picture] : [picture]);

  return (
    <>
      <Dialog open onClose={onClose} maxWidth="md" fullWidth>
        <DialogTitle>{t("pick.title", { isMany: String(isMany) })}</DialogTitle>
        <DialogContent sx={{ p: 0 }}>
          <UploadArea
            onDone={(picture, isAlone) => {
              void renew(["media"]);
              if (isAlone) setDescribed(picture);
            }}
          />
          <Box role="search" sx={{ px: 2, display: "flex" }}>
            <TextField
              {...searchField}
              label={t("search")}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Box>
          {isPending && <RowsSkeleton label={t("loading")} />}
          {data && pictures.length === 0 && (
            <Empty
              title={q ? t("noneFound.title") : t("none.title")}
              text={q ? t("noneFound.text") : t("none.text")}
            />
          )}
          <Box component="ul" aria-label={t("title")} sx={GRID}>
            {pictures.map((picture) => (
              <PictureCard key={picture.id} picture={picture}>
                <Box
                  component="label"
                  sx={{ position: "absolute", inset: 0, cursor: "pointer", display: "flex" }}
                >
                  <Checkbox
                    checked={selected.some(({ id }) => id === picture.id)}
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
              <Button onClick={() => void fetchNextPage()}>{t("pick.more")}</Button>
            </Box>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose}>{tCommon("cancel")}</Button>
          <Button variant="contained" disabled={selected.length === 0} onClick={() => onPick(selected)}>
            {t("pick.use", { count: isMany ? selected.length : 1 })}
          </Button>
        </DialogActions>
      </Dialog>
      {described && (
        <Dialog open onClose={() => closeForm.current?.()} maxWidth="md" fullWidth>
          <PictureForm
            picture={described}
            closer={closeForm}
            onSaved={(saved) => isDescribed(saved) && select(saved)}
            onClose={() => setDescribed(null)}
          />
        </Dialog>
      )}
    </>
  );
}
