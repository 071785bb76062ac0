import { Box, Card, Link } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { Link as RouterLink, useLocation, useNavigate } from "react-router-dom";
import { listTexts } from "../kit/texts";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { FilterBar } from "../list/FilterBar";
import { SearchBox } from "../list/SearchBox";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
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
  const { view = "all" } = filterValues as { view?: View };
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={t("title")}
          tabs={{ all: t("views.all"), undescribed: t("views.undescribed"), unused: t("views.unused") }}
          counts={undefined}
          value={view}
          onChange={(selected) => setFilters({ ...filterValues, view: selected })}
          panel={PANEL}
        />
        <UploadArea
          onDone={(picture, isAlone) => {
            void renew(["media", "getList"]);
            // Opens a single new image, so that it can be described.
            if (isAlone) void navigate({ pathname: `/media/${picture.id}`, search });
          }}
        />
        <FilterBar>
          <SearchBox label={t("search")} />
        </FilterBar>
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${view}`}>
          <Grid />
        </Box>
      </Card>
      <PictureDialog />
    </Page>
  );
}

function Grid() {
  const { search } = useLocation();
  return (
    <Records<MediaResponse> label={t("title")} texts={listTexts(t, "none")} tabFilter="view">
      {(pictures) => (
        <Box component="ul" aria-label={t("title")} sx={GRID}>
          {pictures.map((picture) => (
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
      )}
    </Records>
  );
}
