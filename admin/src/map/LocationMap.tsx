import { DEFAULT_MARKER_COLOR } from "@karst/client/markers";
import { addLocationArea, type Overlay } from "@karst/web/map-style";
import { Box } from "@mui/material";
import { Marker } from "maplibre-gl";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { ICON_PICTURES, type MarkerIcon } from "../categories/icons";
import type { Point } from "./coordinates";
import { MapUnavailable } from "./MapBox";
import { useBaseMap } from "./useBaseMap";

export interface LocationMapProps {
  point: Point;
  zoom: number;
  /** The icon and the color of the main category. */
  icon?: string | null;
  color?: string | null;
  /** Whether the position is approximate. */
  isApproximate?: boolean;
  overlay?: Overlay | null;
  styleUrl?: string | null;
}

/** The map of one point, as its page on the site shows it. */
export default function LocationMap(props: LocationMapProps) {
  const { point, zoom, icon, color, isApproximate, overlay, styleUrl } = props;
  const [pin] = useState(() => Object.assign(document.createElement("div"), { ariaHidden: "true" }));
  const [element, map] = useBaseMap({
    region: point,
    center: point,
    zoom,
    overlay,
    styleUrl,
    cooperativeGestures: true,
    onStyleLoad: (loaded, theme) => isApproximate && addLocationArea(loaded, point, theme),
  });

  const { latitude, longitude } = point;
  useEffect(() => {
    if (map.current) new Marker({ element: pin }).setLngLat([longitude, latitude]).addTo(map.current);
  }, [map, pin, latitude, longitude]);

  if (!element) return <MapUnavailable />;
  const fill = color && /^#[0-9a-f]{6}$/i.test(color) ? color : DEFAULT_MARKER_COLOR;
  const Icon = ICON_PICTURES[icon && icon in ICON_PICTURES ? (icon as MarkerIcon) : "map-pin"];
  return (
    <>
      {element}
      {createPortal(
        <Box
          sx={(theme) => ({
            width: 36,
            height: 36,
            display: "grid",
            placeItems: "center",
            border: "2px solid #fff",
            borderRadius: "50%",
            bgcolor: fill,
            color: theme.palette.getContrastText(fill),
            boxShadow: "0 1px 3px rgb(0 0 0 / 0.35)",
            "& svg": { fontSize: 20 },
          })}
        >
          <Icon />
        </Box>,
        pin,
      )}
    </>
  );
}
