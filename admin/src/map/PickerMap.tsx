import type { Overlay } from "@karst/web/map-style";
import GpsFixed from "@mui/icons-material/GpsFixed";
import { Box, IconButton, Tooltip } from "@mui/material";
import { useTheme } from "@mui/material/styles";
import { Marker, type Map as GlMap } from "maplibre-gl";
import { useEffect, useRef } from "react";
import { t } from "../messages/map.gen";
import type { Point } from "./coordinates";
import { MapUnavailable } from "./MapBox";
import { useBaseMap } from "./useBaseMap";

/** Shows the roads and rivers around a place. */
const SPOT_ZOOM = 11;
/** The step of an arrow key in pixels of the map; ten times as far with Shift. */
const STEP_PX = 4;

interface PickerMapProps {
  /** Null if the typed numbers are not a point. */
  point: Point | null;
  /** The initial view of the map. */
  start: Point & { zoom: number };
  /** Further geometry: a route, an area. */
  overlay?: Overlay | null;
  onPick: (point: Point) => void;
}

/** A map with one marker: click, drag, or move it with the arrow keys. */
export default function PickerMap({ point, start, overlay, onPick }: PickerMapProps) {
  const zoom = point ? SPOT_ZOOM : start.zoom;
  const [element, map] = useBaseMap({ region: start, center: point ?? start, zoom, overlay });
  const marker = useRef<Marker | null>(null);
  const pick = useRef(onPick);
  const { tokens } = useTheme();

  useEffect(() => {
    pick.current = onPick;
  });

  useEffect(() => {
    map.current?.on("click", ({ lngLat }) => pick.current({ latitude: lngLat.lat, longitude: lngLat.lng }));
    return () => {
      marker.current = null;
    };
  }, [map]);

  const latitude = point?.latitude;
  const longitude = point?.longitude;
  useEffect(() => {
    const shown = map.current;
    if (!shown) return;
    if (latitude === undefined || longitude === undefined) {
      marker.current?.remove();
      marker.current = null;
      return;
    }
    const isNew = marker.current === null;
    marker.current ??= newMarker(shown, tokens["color-primary"], tokens["color-accent"], (moved) =>
      pick.current(moved),
    );
    marker.current.setLngLat([longitude, latitude]);
    // Only once: adding it again would remove it from the page, and the focus with it.
    if (isNew) marker.current.addTo(shown);
    if (!shown.getBounds().contains([longitude, latitude])) {
      shown.jumpTo({ center: [longitude, latitude], zoom: Math.max(shown.getZoom(), SPOT_ZOOM) });
    }
  }, [map, latitude, longitude, tokens]);

  const pickCenter = () => {
    const center = map.current?.getCenter();
    if (center) onPick({ latitude: center.lat, longitude: center.lng });
  };
  // The two number inputs still work.
  if (!element) return <MapUnavailable />;
  return (
    <Box
      sx={{
        height: "100%",
        "& .picker-pin": {
          width: 34,
          height: 42,
          cursor: "grab",
          border: 0,
          p: 0,
          background: "none",
          display: "block",
        },
        "& .picker-pin:focus-visible": {
          outline: `3px solid ${tokens["color-link"]}`,
          outlineOffset: 2,
          borderRadius: "8px",
        },
        "& .picker-pin svg": { display: "block", filter: "drop-shadow(0 2px 3px rgb(0 0 0 / 0.35))" },
      }}
    >
      {element}
      <Tooltip title={t("center")} placement="left">
        <IconButton
          aria-label={t("center")}
          onClick={pickCenter}
          sx={{
            position: "absolute",
            top: 92,
            right: 10,
            width: 36,
            height: 36,
            borderRadius: "6px",
            bgcolor: "background.paper",
            boxShadow: "0 0 0 2px rgb(0 0 0 / 0.1)",
            "&:hover": { bgcolor: "background.default" },
          }}
        >
          <GpsFixed fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

/** A pin that is a button: it can be reached with Tab and moved with the arrow keys. */
function newMarker(map: GlMap, fill: string, dot: string, onMoved: (point: Point) => void): Marker {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "picker-pin";
  element.setAttribute("aria-label", t("marker"));
  element.innerHTML = `<svg width="34" height="42" viewBox="0 0 34 42" aria-hidden="true"><path d="M17 41C17 41 32 26.5 32 16.2 32 8 25.3 1.5 17 1.5S2 8 2 16.2C2 26.5 17 41 17 41z" fill="${fill}" stroke="#fff" stroke-width="2"/><circle cx="17" cy="16.5" r="5.5" fill="${dot}"/></svg>`;
  const marker = new Marker({ element, anchor: "bottom", draggable: true });
  const tell = () => {
    const { lat, lng } = marker.getLngLat();
    onMoved({ latitude: lat, longitude: lng });
  };
  marker.on("dragend", tell);
  const steps: Record<string, [number, number]> = {
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
  };
  element.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? STEP_PX * 10 : STEP_PX;
    const at = map.project(marker.getLngLat());
    marker.setLngLat(map.unproject([at.x + step[0] * far, at.y + step[1] * far]));
    tell();
  });
  // A click on the pin is no click on the map under it.
  element.addEventListener("click", (event) => event.stopPropagation());
  return marker;
}
