import { useInView } from "@karst/web/inView";
import { loadFonts } from "@karst/web/map-fonts";
import { Box, Skeleton, Typography } from "@mui/material";
import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { t } from "../messages/map.gen";

/**
 * A map that is loaded when it is shown, because its library is larger than the rest of the console. The library draws
 * each letter once, so the font is loaded before.
 */
export const lazyMap = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    Promise.all([load(), loadFonts("Be Vietnam Pro")]).then(
      ([module]) => module,
      () => ({ default: MapUnavailable as ComponentType<Props> }),
    ),
  );

/** The frame of a map, which is loaded when it comes near the window. Without children, the map is still loading. */
export function MapBox({ height, children }: { height: number; children?: ReactNode }) {
  const [ref, isInView] = useInView<HTMLDivElement>("200px");
  return (
    <Box
      ref={ref}
      sx={{
        height,
        borderRadius: "16px",
        overflow: "hidden",
        border: 1,
        borderColor: "divider",
        position: "relative",
      }}
    >
      <Suspense fallback={<MapSkeleton />}>{(isInView && children) || <MapSkeleton />}</Suspense>
    </Box>
  );
}

function MapSkeleton() {
  return (
    <>
      <Skeleton variant="rectangular" height="100%" />
      <Typography
        role="status"
        variant="body2"
        sx={{ position: "absolute", inset: 0, display: "grid", placeItems: "center" }}
      >
        {t("loading")}
      </Typography>
    </>
  );
}

export function MapUnavailable() {
  return (
    <Typography
      role="status"
      sx={{ height: "100%", display: "grid", placeItems: "center", color: "text.secondary" }}
    >
      {t("failed")}
    </Typography>
  );
}
