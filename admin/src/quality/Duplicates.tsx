import { Box, Chip, Link, Typography } from "@mui/material";
import type { DuplicatePair } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { t } from "../messages/quality.gen";
import { ListSection } from "./ListSection";
import { useDuplicates } from "./useQuality";

/** Pairs of places that may be the same. */
export function Duplicates() {
  const { list, items } = useDuplicates();
  return (
    <ListSection
      id="duplicates"
      title={t("key.duplicates")}
      hint={t("duplicates.hint")}
      texts={{
        loading: t("duplicates.loading"),
        failed: t("duplicates.failed"),
        none: t("duplicates.none"),
      }}
      list={list}
      isEmpty={items.length === 0}
    >
      {items.map((pair) => (
        <Pair key={`${pair.first.id}-${pair.second.id}`} pair={pair} />
      ))}
    </ListSection>
  );
}

function Pair({ pair: { first, second, distanceM } }: { pair: DuplicatePair }) {
  return (
    <Box component="li" sx={{ px: 2, py: 1, borderBottom: 1, borderColor: "divider" }}>
      <Place place={first} />
      <Place place={second} />
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("duplicates.distance", { meters: distanceM })}
      </Typography>
    </Box>
  );
}

function Place({ place: { id, name, isActive } }: { place: DuplicatePair["first"] }) {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, alignItems: "center" }}>
      <Link
        component={RouterLink}
        to={`/businesses/${id}`}
        color="secondary"
        sx={{ display: "inline-flex", alignItems: "center", minHeight: 44, overflowWrap: "anywhere" }}
      >
        <bdi>{name}</bdi>
      </Link>
      {!isActive && <Chip size="small" variant="outlined" label={t("duplicates.inactive")} />}
    </Box>
  );
}
