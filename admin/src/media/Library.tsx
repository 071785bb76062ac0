import { Box, Button, Card, Link } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { Link as RouterLink, useLocation, useNavigate } from "react-router-dom";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { narrowing, SearchBox } from "../list/SearchBox";
import { RecordList } from "../list/RecordList";
import { useRenew } from "../useRenew";
import { Adding } from "./Adding";
import { PictureCard, GRID } from "./PictureCard";
import { PictureDialog } from "./PictureDialog";
import { nameOf } from "./shape";
import { words } from "./words";

const PANEL = "pictures";
type View = keyof typeof words.views;

/** The library: all pictures for an admin, their own for an owner; view, search and page in the address. */
export default function Library() {
  return (
    <RecordList<MediaResponse> resource="media" perPage={24} filterDefaultValues={{ view: "all" }}>
      <Pictures />
    </RecordList>
  );
}

function Pictures() {
  const { filterValues, setFilters } = useListContext();
  const renew = useRenew();
  const navigate = useNavigate();
  const { search } = useLocation();
  const filters = filterValues as { view?: View; q?: string };
  const view = filters.view ?? "all";
  const set = (change: typeof filters) => setFilters(narrowing({ view, ...filters, ...change }), {}, false);
  return (
    <Page title={words.title} lead={words.lead}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={words.title}
          tabs={words.views}
          counts={undefined}
          value={view}
          onChange={(chosen) => set({ view: chosen })}
          panel={PANEL}
        />
        <Adding
          onDone={(picture, isAlone) => {
            void renew(["media", "getList"]);
            // The next thing to do is to describe it; of several, nobody is torn from one to the next.
            if (isAlone) void navigate({ pathname: `/media/${picture.id}`, search });
          }}
        />
        <Box role="search" sx={{ px: 2, pb: 2, borderBottom: 1, borderColor: "divider" }}>
          <SearchBox label={words.search} value={filters.q ?? ""} onChange={(q) => set({ q })} />
        </Box>
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${view}`}>
          <Grid hasSearch={!!filters.q} onClear={() => set({ q: undefined })} />
        </Box>
      </Card>
      <PictureDialog />
    </Page>
  );
}

function Grid({ hasSearch, onClear }: { hasSearch: boolean; onClear: () => void }) {
  const { data, isPending, error } = useListContext<MediaResponse>();
  const { search } = useLocation();
  if (isPending) return <RowsSkeleton label={words.loading} />;
  if (error) return <ListFailed title={words.failed.fetch} error={error} />;
  if (!data?.length && hasSearch) {
    return (
      <Empty title={words.noneFound.title} text={words.noneFound.text}>
        <Button onClick={onClear}>{words.noneFound.clear}</Button>
      </Empty>
    );
  }
  if (!data?.length) return <Empty {...words.none} />;
  return (
    <>
      <Box component="ul" aria-label={words.list} sx={GRID}>
        {data.map((picture) => (
          <PictureCard key={picture.id} picture={picture}>
            <Link
              component={RouterLink}
              to={{ pathname: `/media/${picture.id}`, search }}
              aria-label={words.open(nameOf(picture))}
              sx={{ position: "absolute", inset: 0 }}
            />
          </PictureCard>
        ))}
      </Box>
      <Pager label={words.list} />
    </>
  );
}
