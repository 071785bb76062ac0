import { Box, Link, List, ListItem, Typography } from "@mui/material";
import { Link as RouterLink } from "react-router-dom";
import { DraftChip } from "../drafts/DraftChip";
import { UnpublishChip } from "../drafts/UnpublishChip";
import { ago } from "../kit/dates";
import { t } from "../messages/businesses.gen";
import { SelectAllRow, SelectBox } from "../list/SelectBox";
import type { RowsProps } from "./BusinessList";
import { LiveMark } from "../live/LiveMark";
import { ActiveBadge, CategoryDot, Marks, RecheckNote, Thumb } from "./Marks";
import { RowButtons } from "./RowButtons";
import { mainCategory } from "./shape";

/** The list on narrow screens: the columns of the table in three lines per place. */
export function BusinessCards({ places, isSelectable, ...actions }: RowsProps) {
  return (
    <>
      {isSelectable && <SelectAllRow />}
      <List disablePadding aria-label={t("title")}>
        {places.map((place) => (
          <ListItem key={place.id} divider sx={{ gap: 1.5, alignItems: "flex-start", py: 1.5, px: 2 }}>
            {isSelectable && <SelectBox id={place.id} name={place.name} />}
            <Thumb place={place} size={52} />
            <Box sx={{ minWidth: 0, flexGrow: 1 }}>
              <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75, alignItems: "center" }}>
                <Link
                  component={RouterLink}
                  to={`/businesses/${place.id}`}
                  color="inherit"
                  underline="hover"
                  sx={{ fontWeight: 600 }}
                >
                  <bdi>{place.name}</bdi>
                </Link>
                <Marks place={place} />
                <DraftChip kind="businesses" id={place.id} />
                <UnpublishChip time={place.unpublishAt} />
              </Box>
              <Typography
                component="div"
                variant="body2"
                sx={{ color: "text.secondary", display: "flex", flexWrap: "wrap", columnGap: 1.5 }}
              >
                {mainCategory(place) && <CategoryDot category={mainCategory(place)!} />}
                <span>{t("updated", { time: ago(place.updatedAt) })}</span>
              </Typography>
              <RecheckNote recheckReason={place.recheckReason} />
              <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", mt: 0.75 }}>
                <ActiveBadge isActive={place.isActive} />
                <LiveMark place={place} />
              </Box>
              <Box sx={{ mt: 0.5, ml: -1 }}>
                <RowButtons place={place} {...actions} />
              </Box>
            </Box>
          </ListItem>
        ))}
      </List>
    </>
  );
}
