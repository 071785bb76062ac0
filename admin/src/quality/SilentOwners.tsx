import { Box, Link, Typography } from "@mui/material";
import type { PlaceOfSilentOwner } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { dateOf } from "../kit/dates";
import { t } from "../messages/quality.gen";
import { ListSection } from "./ListSection";
import { useSilentOwners } from "./useQuality";

const LINK = {
  display: "inline-flex",
  alignItems: "center",
  minHeight: 44,
  overflowWrap: "anywhere",
} as const;

/** Public places whose owner does not answer owner reminders. */
export function SilentOwners() {
  const { list, items } = useSilentOwners();
  return (
    <ListSection
      id="silent-owners"
      title={t("key.silentOwners")}
      hint={t("silentOwners.hint")}
      texts={{
        loading: t("silentOwners.loading"),
        failed: t("silentOwners.failed"),
        none: t("silentOwners.none"),
      }}
      list={list}
      isEmpty={items.length === 0}
    >
      {items.map((place) => (
        <Row key={place.placeId} place={place} />
      ))}
    </ListSection>
  );
}

function Row({ place: { placeId, name, ownerId, ownerName, remindedAt } }: { place: PlaceOfSilentOwner }) {
  return (
    <Box component="li" sx={{ px: 2, py: 1, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2 }}>
        <Link component={RouterLink} to={`/businesses/${placeId}`} color="secondary" sx={LINK}>
          <bdi>{name}</bdi>
        </Link>
        <Link component={RouterLink} to={`/users/${ownerId}`} color="inherit" sx={LINK}>
          {ownerName ? <bdi>{ownerName}</bdi> : t("silentOwners.unnamed")}
        </Link>
      </Box>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("silentOwners.since", { date: dateOf(remindedAt) })}
      </Typography>
    </Box>
  );
}
