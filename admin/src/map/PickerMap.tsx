import GpsFixed from "@mui/icons-material/GpsFixed";
import { Box, IconButton, Tooltip, Typography } from "@mui/material";
import { useTheme } from "@mui/material/styles";
import { Map as GlMap, Marker, NavigationControl, setWorkerUrl, type GeoJSONSource } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import "maplibre-gl/dist/maplibre-gl.css";
import { useEffect, useRef, useState } from "react";
import { t } from "../messages/map.gen";
import type { Point } from "./coordinates";
import { consoleStyle, NOTHING, OVERLAY, type Overlay } from "./style";

// The worker is a file of ours: a blob: worker would need a hole in the Content-Security-Policy.
setWorkerUrl(workerUrl);

/** Near enough to see the roads and rivers around a place. */
const SPOT_ZOOM = 11;
/** One arrow key in pixels of the map; with Shift ten times as far. */
const STEP_PX = 4;

interface PickerMapProps {
  /** Null while the typed numbers are no point yet. */
  point: Point | null;
  /** Where the region's map starts. */
  start: Point & { zoom: number };
  /** What else is drawn: a route, an area. */
  overlay?: Overlay | null;
  onPick: (point: Point) => void;
}

/** A map with one marker: click, drag, or move it with the arrow keys. */
export default function PickerMap(props: PickerMapProps) {
  const { frame, canDraw, pickCentre } = usePickerMap(props);
  const { tokens } = useTheme();
  if (!canDraw) {
    return (
      <Typography
        role="status"
        sx={{ height: "100%", display: "grid", placeItems: "center", color: "text.secondary" }}
      >
        {t("failed")}
      </Typography>
    );
  }
  return (
    <>
      <Box
        ref={frame}
        sx={{
          height: "100%",
          "&.maplibregl-map": { fontFamily: "inherit" },
          "&& .maplibregl-ctrl-group, && .maplibregl-ctrl-attrib": {
            bgcolor: "background.paper",
            color: "text.primary",
          },
          "& .maplibregl-ctrl-group button": { width: 36, height: 36 },
          "& .maplibregl-ctrl button .maplibregl-ctrl-icon": {
            filter: (theme) => (theme.palette.mode === "dark" ? "invert(1)" : "none"),
          },
          "&& .maplibregl-ctrl-attrib-button": {
            filter: (theme) => (theme.palette.mode === "dark" ? "invert(1)" : "none"),
            backgroundColor: "transparent",
          },
          "&& .maplibregl-ctrl-attrib a": { color: "inherit" },
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
            outline: `3px solid ${tokens.river}`,
            outlineOffset: 2,
            borderRadius: "8px",
          },
          "& .picker-pin svg": { display: "block", filter: "drop-shadow(0 2px 3px rgb(0 0 0 / 0.35))" },
        }}
      />
      <Tooltip title={t("center")} placement="left">
        <IconButton
          aria-label={t("center")}
          onClick={pickCentre}
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
    </>
  );
}

function usePickerMap({ point, start, overlay, onPick }: PickerMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<GlMap | null>(null);
  const marker = useRef<Marker | null>(null);
  const pick = useRef(onPick);
  // Without WebGL there is no map; the two numbers still work.
  const [canDraw] = useState(() => document.createElement("canvas").getContext("webgl2") !== null);
  const { tokens, palette } = useTheme();
  const first = useRef({ point, start, mode: palette.mode });
  const drawn = useRef(overlay);

  useEffect(() => {
    pick.current = onPick;
  });

  useEffect(() => {
    if (!frame.current) return;
    const { point: at, start: view, mode } = first.current;
    const made = new GlMap({
      container: frame.current,
      style: consoleStyle(mode, view, drawn.current ?? undefined),
      center: [at?.longitude ?? view.longitude, at?.latitude ?? view.latitude],
      zoom: at ? SPOT_ZOOM : view.zoom,
      maxZoom: 19,
      attributionControl: { compact: true },
      locale: {
        "Map.Title": t("canvas"),
        "NavigationControl.ZoomIn": t("zoomIn"),
        "NavigationControl.ZoomOut": t("zoomOut"),
        "AttributionControl.ToggleAttribution": t("attribution"),
      },
      cooperativeGestures: false,
      dragRotate: false,
      pitchWithRotate: false,
    });
    made.touchZoomRotate.disableRotation();
    made.addControl(new NavigationControl({ showCompass: false }), "top-right");
    made.on("click", ({ lngLat }) => pick.current({ latitude: lngLat.lat, longitude: lngLat.lng }));
    map.current = made;
    return () => {
      marker.current = null;
      map.current?.remove();
      map.current = null;
    };
  }, []);

  useEffect(() => {
    if (first.current.mode === palette.mode) return;
    first.current.mode = palette.mode;
    map.current?.setStyle(consoleStyle(palette.mode, first.current.start, drawn.current ?? undefined));
  }, [palette.mode]);

  useEffect(() => {
    if (drawn.current === overlay) return;
    drawn.current = overlay;
    const draw = () => map.current?.getSource<GeoJSONSource>(OVERLAY)?.setData(overlay ?? NOTHING);
    if (map.current?.isStyleLoaded()) draw();
    else map.current?.once("styledata", draw);
  }, [overlay]);

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
    marker.current ??= newMarker(shown, tokens.jungle, tokens.lanternFill, (moved) => pick.current(moved));
    marker.current.setLngLat([longitude, latitude]);
    // Only once: adding it anew would take it out of the page, and the focus with it.
    if (isNew) marker.current.addTo(shown);
    if (!shown.getBounds().contains([longitude, latitude])) {
      shown.jumpTo({ center: [longitude, latitude], zoom: Math.max(shown.getZoom(), SPOT_ZOOM) });
    }
  }, [latitude, longitude, tokens]);

  const pickCentre = () => {
    const centre = map.current?.getCenter();
    if (centre) onPick({ latitude: centre.lat, longitude: centre.lng });
  };
  return { frame, canDraw, pickCentre };
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
