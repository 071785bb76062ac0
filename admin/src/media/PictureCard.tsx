import { Box, Typography } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import type { ReactNode } from "react";
import { t } from "../messages/media.gen";
import { fileFor, isDescribed, nameOf } from "./shape";

/** The styles of a grid of images. */
export const GRID = {
  listStyle: "none",
  m: 0,
  p: 2,
  display: "grid",
  gap: 2,
  gridTemplateColumns: "repeat(auto-fill, minmax(170px, 1fr))",
} as const;

/** An image in a grid. `children` is a link or a checkbox that covers the card. */
export function PictureCard({ picture, children }: { picture: MediaResponse; children: ReactNode }) {
  const { width, height, color, focalX, focalY, useCount } = picture;
  return (
    <Box
      component="li"
      sx={{
        position: "relative",
        borderRadius: "12px",
        border: 1,
        borderColor: "divider",
        overflow: "clip",
        "&:focus-within": { outline: 3, outlineColor: "primary.main", outlineOffset: 2 },
      }}
    >
      <Box
        component="img"
        src={fileFor(picture, 320)}
        alt=""
        loading="lazy"
        sx={{
          display: "block",
          width: "100%",
          aspectRatio: "4 / 3",
          objectFit: "cover",
          objectPosition: `${focalX * 100}% ${focalY * 100}%`,
          bgcolor: color,
        }}
      />
      <Box sx={{ p: 1.25 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          <bdi>{nameOf(picture)}</bdi>
        </Typography>
        <Typography
          variant="caption"
          component="div"
          sx={{ color: isDescribed(picture) ? "text.secondary" : "warning.main" }}
        >
          {isDescribed(picture) ? t("sizeAndUses", { width, height, count: useCount }) : t("undescribed")}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
