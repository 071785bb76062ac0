import PlaceOutlined from "@mui/icons-material/PlaceOutlined";
import StarRounded from "@mui/icons-material/StarRounded";
import Verified from "@mui/icons-material/Verified";
import WorkspacePremium from "@mui/icons-material/WorkspacePremium";
import { Box, Chip, Tooltip, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { CategorySummary, PlaceResponse } from "@karst/client";
import { useState } from "react";
import { LevelChip } from "../alerts/LevelChip";
import { t } from "../messages/businesses.gen";
import { mainCategory } from "./shape";

/** A badge: Active or Inactive. */
export function ActiveBadge({ isActive }: Pick<PlaceResponse, "isActive">) {
  return (
    <Chip
      size="small"
      variant={isActive ? "filled" : "outlined"}
      label={t("status", { isActive: String(isActive) })}
      sx={
        isActive
          ? { bgcolor: "primary.subtle", color: "primary.main", fontWeight: 600 }
          : { color: "text.secondary", borderStyle: "dashed" }
      }
    />
  );
}

/** The most severe alert, and icons for premium, verified and recommended, each with a tooltip and an accessible name. */
export function Marks({
  place,
}: {
  place: Pick<PlaceResponse, "alerts" | "isPremium" | "isVerified" | "isRecommended">;
}) {
  const marks = [
    { isSet: place.isPremium, label: t("badges.premium"), Icon: WorkspacePremium, color: "warning.main" },
    { isSet: place.isVerified, label: t("badges.verified"), Icon: Verified, color: "secondary.main" },
    { isSet: place.isRecommended, label: t("badges.recommended"), Icon: StarRounded, color: "warning.main" },
  ].filter(({ isSet }) => isSet);
  return (
    <>
      {place.alerts[0] && <LevelChip level={place.alerts[0].level} />}
      {marks.map(({ label, Icon, color }) => (
        <Tooltip key={label} title={label}>
          <Box component="span" sx={{ display: "inline-flex", color, verticalAlign: "middle" }}>
            <Icon aria-hidden sx={{ fontSize: 18 }} />
            <span style={visuallyHidden}>{label}</span>
          </Box>
        </Tooltip>
      ))}
    </>
  );
}

/** The reason why a place needs to be verified again. */
export function RecheckNote({ recheckReason }: Pick<PlaceResponse, "recheckReason">) {
  if (!recheckReason) return null;
  return (
    <Typography variant="body2" sx={{ color: "warning.main" }}>
      {t(`recheck.${recheckReason}`)}
    </Typography>
  );
}

/** A category's name after a dot in the color of its markers. */
export function CategoryDot({ category }: { category: Pick<CategorySummary, "name" | "color"> }) {
  return (
    <Box
      component="span"
      sx={{ display: "inline-flex", alignItems: "center", gap: 0.75, whiteSpace: "nowrap" }}
    >
      <Box
        aria-hidden
        component="span"
        sx={{
          width: 10,
          height: 10,
          borderRadius: "50%",
          bgcolor: category.color ?? "text.disabled",
          flexShrink: 0,
        }}
      />
      <bdi>{category.name}</bdi>
    </Box>
  );
}

type WithImage = Pick<PlaceResponse, "imageUrl" | "category" | "categories">;

/** A place's own image, or a tile in its category's color. */
export function Thumb({ place, size = 44 }: { place: WithImage; size?: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = place.imageUrl && place.imageUrl !== broken ? place.imageUrl : null;
  const tint = mainCategory(place)?.color;
  return (
    <Box
      aria-hidden
      sx={{
        width: size,
        height: size,
        borderRadius: "10px",
        flexShrink: 0,
        overflow: "hidden",
        display: "grid",
        placeItems: "center",
        bgcolor: tint ? `color-mix(in srgb, ${tint} 16%, transparent)` : "action.selected",
        color: tint ? `color-mix(in srgb, ${tint} 75%, currentColor)` : "text.secondary",
      }}
    >
      {image ? (
        <img
          src={image}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          style={{ objectFit: "cover" }}
          onError={() => setBroken(image)}
        />
      ) : (
        <PlaceOutlined fontSize="small" />
      )}
    </Box>
  );
}
