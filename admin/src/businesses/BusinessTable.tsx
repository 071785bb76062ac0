import { Box, Link, TableContainer, Tooltip, Typography } from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { DataTable } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import { DraftChip } from "../drafts/DraftChip";
import { UnpublishChip } from "../drafts/UnpublishChip";
import { ago, longDate } from "../kit/dates";
import { SelectAll, SelectBox } from "../list/SelectBox";
import { SortedHead } from "../list/SortedHead";
import { useSelection } from "../list/useSelection";
import { LiveMark } from "../live/LiveMark";
import { t } from "../messages/businesses.gen";
import type { RowsProps } from "./BusinessList";
import { ActiveBadge, CategoryDot, Marks, RecheckNote, Thumb } from "./Marks";
import { RowButtons } from "./RowButtons";
import { mainCategory } from "./shape";

const Column = DataTable.Col<PlaceResponse>;

/** The list on wide screens. It scrolls horizontally at large text sizes. */
export function BusinessTable({ isSelectable, onView, onDelete }: RowsProps) {
  const selection = useSelection();
  return (
    <TableContainer>
      <DataTable<PlaceResponse>
        aria-label={t("title")}
        bulkActionButtons={false}
        head={SortedHead}
        rowClick={false}
        rowSx={({ id }) => (selection.has(id) ? { bgcolor: "action.selected" } : {})}
      >
        {/* react-admin's checkboxes are not used, because all of them have the same name. */}
        {isSelectable && (
          <Column
            padding="checkbox"
            label={<SelectAll label={t("selectAll")} />}
            render={({ id, name }) => <SelectBox id={id} name={name} />}
          />
        )}
        <Column
          source="name"
          label={t("columns.name")}
          cellSx={() => ({ width: "99%", maxWidth: 0 })}
          render={(place) => <Name place={place} />}
        />
        <Column
          source="category"
          disableSort
          label={t("columns.category")}
          render={(place) => {
            const category = mainCategory(place);
            return category ? <CategoryDot category={category} /> : "–";
          }}
        />
        <Column
          source="status"
          disableSort
          label={t("columns.status")}
          render={(place) => (
            <Box sx={{ display: "flex", gap: 0.75, alignItems: "center" }}>
              <ActiveBadge isActive={place.isActive} />
              <Marks place={place} />
            </Box>
          )}
        />
        <Column
          source="updatedAt"
          sortByOrder="DESC"
          label={t("columns.updatedAt")}
          sx={{ whiteSpace: "nowrap" }}
          render={({ updatedAt }) => (
            <Tooltip title={longDate(updatedAt)}>
              <time dateTime={updatedAt}>{ago(updatedAt)}</time>
            </Tooltip>
          )}
        />
        <Column
          source="liveSince"
          disableSort
          label={t("columns.liveSince")}
          render={(place) => <LiveMark place={place} isShort />}
        />
        <Column
          label={t("columns.actions")}
          align="right"
          sx={{ whiteSpace: "nowrap" }}
          render={(place) => <RowButtons place={place} onView={onView} onDelete={onDelete} />}
        />
      </DataTable>
    </TableContainer>
  );
}

function Name({ place }: { place: PlaceResponse }) {
  return (
    <Box sx={{ display: "flex", gap: 1.5, alignItems: "center" }}>
      <Thumb place={place} />
      <Box sx={{ minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={`/businesses/${place.id}`}
          color="inherit"
          underline="hover"
          sx={{ fontWeight: 600 }}
        >
          <bdi>{place.name}</bdi>
        </Link>{" "}
        <DraftChip kind="businesses" id={place.id} /> <UnpublishChip time={place.unpublishAt} />
        <Typography variant="body2" noWrap sx={{ color: "text.secondary" }}>
          <bdi>{place.localName ?? place.address ?? place.commune ?? "\u00a0"}</bdi>
        </Typography>
        <RecheckNote recheckReason={place.recheckReason} />
      </Box>
    </Box>
  );
}
