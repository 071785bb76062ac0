import {
  Box,
  Link,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TableSortLabel,
  Tooltip,
  Typography,
} from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import { ago, longDate } from "../kit/dates";
import { t } from "../messages/businesses.gen";
import { SelectAll, SelectBox } from "../list/SelectBox";
import { useSelection } from "../list/useSelection";
import type { RowsProps } from "./BusinessList";
import { LiveMark } from "../live/LiveMark";
import { ActiveBadge, CategoryDot, Marks, RecheckNote, Thumb } from "./Marks";
import { RowButtons } from "./RowButtons";
import { mainCategory } from "./shape";

type Column = "name" | "category" | "status" | "updatedAt" | "liveSince" | "actions";

/** The columns in order; those with a field can be sorted by it. */
const COLUMNS: { title: Column; field?: string }[] = [
  { title: "name", field: "name" },
  { title: "category" },
  { title: "status" },
  { title: "updatedAt", field: "updatedAt" },
  { title: "liveSince" },
  { title: "actions" },
];

/** The list on wide screens. It scrolls horizontally at large text sizes. */
export function BusinessTable({ places, ...rest }: RowsProps) {
  return (
    <TableContainer>
      <Table size="small" aria-label={t("title")}>
        <TableHead>
          <TableRow>
            {rest.isSelectable && (
              <TableCell padding="checkbox">
                <SelectAll label={t("selectAll")} />
              </TableCell>
            )}
            {COLUMNS.map((column) => (
              <HeadCell key={column.title} {...column} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {places.map((place) => (
            <Row key={place.id} place={place} {...rest} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function HeadCell({ title, field }: (typeof COLUMNS)[number]) {
  const { sort, setSort } = useListContext();
  if (!field)
    return <TableCell align={title === "actions" ? "right" : "left"}>{t(`columns.${title}`)}</TableCell>;
  const isSorted = sort.field === field;
  const direction = sort.order === "DESC" ? "desc" : "asc";
  // A first click on a date sorts by the newest.
  const first = field === "name" ? "ASC" : "DESC";
  const next = isSorted ? (sort.order === "ASC" ? "DESC" : "ASC") : first;
  return (
    <TableCell sortDirection={isSorted ? direction : false}>
      <TableSortLabel
        active={isSorted}
        direction={isSorted ? direction : "asc"}
        onClick={() => setSort({ field, order: next })}
      >
        {t(`columns.${title}`)}
      </TableSortLabel>
    </TableCell>
  );
}

function Row({ place, isSelectable, ...actions }: { place: PlaceResponse } & Omit<RowsProps, "places">) {
  const selection = useSelection();
  const category = mainCategory(place);
  return (
    <TableRow hover selected={isSelectable && selection.has(place.id)}>
      {isSelectable && (
        <TableCell padding="checkbox">
          <SelectBox id={place.id} name={place.name} />
        </TableCell>
      )}
      <TableCell sx={{ width: "99%", maxWidth: 0 }}>
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
            </Link>
            <Typography variant="body2" noWrap sx={{ color: "text.secondary" }}>
              <bdi>{place.localName ?? place.address ?? place.commune ?? "\u00a0"}</bdi>
            </Typography>
            <RecheckNote recheckReason={place.recheckReason} />
          </Box>
        </Box>
      </TableCell>
      <TableCell>{category ? <CategoryDot category={category} /> : "–"}</TableCell>
      <TableCell>
        <Box sx={{ display: "flex", gap: 0.75, alignItems: "center" }}>
          <ActiveBadge isActive={place.isActive} />
          <Marks place={place} />
        </Box>
      </TableCell>
      <TableCell sx={{ whiteSpace: "nowrap" }}>
        <Tooltip title={longDate(place.updatedAt)}>
          <time dateTime={place.updatedAt}>{ago(place.updatedAt)}</time>
        </Tooltip>
      </TableCell>
      <TableCell>
        <LiveMark place={place} isShort />
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
        <RowButtons place={place} {...actions} />
      </TableCell>
    </TableRow>
  );
}
