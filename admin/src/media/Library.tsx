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
import { t } from "../messages/media.gen";
import { useRenew } from "../useRenew";
import { PictureCard, GRID } from "./PictureCard";
import { PictureDialog } from "./PictureDialog";
import { nameOf } from "./shape";
import { UploadArea } from "./UploadArea";

const PANEL = "pictures";
type View = "all" | "undescribed" | "unused";

/** All images for an admin, their own for an owner; view, search and page are in the URL. */
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
    <Page title={t("title")} lead={t("lead")}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={t("title")}
          tabs={{ all: t("views.all"), undescribed: t("views.undescribed"), unused: t("views.unused") }}
          counts={undefined}
          value={view}
          onChange={(selected) => set({ view: selected })}
          panel={PANEL}
        />
        <UploadArea
          onDone={(picture, isAlone) => {
            void renew(["media", "getList"]);
            // Opens a single new image, so that it can be described.
            if (isAlone) void navigate({ pathname: `/media/${picture.id}`, search });
          }}
        />
        <Box role="search" sx={{ px: 2, pb: 2, borderBottom: 1, borderColor: "divider" }}>
          <SearchBox label={t("search")} value={filters.q ?? ""} onChange={(q) => set({ q })} />
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
  if (isPending) return <RowsSkeleton label={t("loading")} />;
  if (error) return <ListFailed title={t("failed.fetch")} error={error} />;
  if (!data?.length && hasSearch) {
    return (
      <Empty title={t("noneFound.title")} text={t("noneFound.text")}>
        <Button onClick={onClear}>{t("noneFound.clear")}</Button>
      </Empty>
    );
  }
  if (!data?.length) return <Empty title={t("empty.title")} text={t("empty.text")} />;
  return (
    <>
      <Box component="ul" aria-label={t("title")} sx={GRID}>
        {data.map((picture) => (
          <PictureCard key={picture.id} picture={picture}>
            <Link
              component={RouterLink}
              to={{ pathname: `/media/${picture.id}`, search }}
              aria-label={t("editOf", { name: nameOf(picture) })}
              sx={{ position: "absolute", inset: 0 }}
            />
          </PictureCard>
        ))}
      </Box>
      <Pager label={t("title")} />
    </>
  );
}
