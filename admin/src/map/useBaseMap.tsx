import { fontFamilyOf } from "@karst/web/map-fonts";
import {
  addMissingImages,
  addOverlay,
  ATTRIBUTION_HTML,
  defaultStyle,
  drawBasemapImage,
  maxBounds,
  OVERLAY_SOURCE,
  type Overlay,
  type Theme as MapTheme,
} from "@karst/web/map-style";
import { Box } from "@mui/material";
import { useTheme, type Theme } from "@mui/material/styles";
import { Map as GlMap, NavigationControl, setWorkerUrl, type GeoJSONSource } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import "maplibre-gl/dist/maplibre-gl.css";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { t } from "../messages/map.gen";
import type { Point } from "./coordinates";

// The worker is a file of the console: a `blob:` worker would need an exception in the Content-Security-Policy.
setWorkerUrl(workerUrl);

/** The overlay of a map without one. */
const NOTHING: Overlay = { type: "FeatureCollection", features: [] };

interface BaseMapOptions {
  /** A point in the region. The built-in style is a basemap if it has data there, otherwise a grid. */
  region: Point;
  center: Point;
  zoom: number;
  /** A route or an area. */
  overlay?: Overlay | null;
  /** The style of the guide's settings, which replaces the built-in one. */
  styleUrl?: string | null;
  /** Scrolling the page over the map does not zoom it. */
  cooperativeGestures?: boolean;
  /** Adds further layers. Called after each style has loaded: at first, and after a change of theme. */
  onStyleLoad?: (map: GlMap, theme: MapTheme) => void;
}

/**
 * A map in the console's theme: its element, and the map itself, which is there when the caller's effects run. Both are
 * null in browsers without WebGL.
 */
export function useBaseMap(options: BaseMapOptions): [ReactNode, RefObject<GlMap | null>] {
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<GlMap | null>(null);
  const [canDraw] = useState(() => document.createElement("canvas").getContext("webgl2") !== null);
  const { mode } = useTheme().palette;
  const { overlay } = options;
  const first = useRef({ ...options, mode });
  const drawn = useRef(overlay);

  useEffect(() => {
    if (!frame.current) return;
    const { region, center, zoom, cooperativeGestures = false, onStyleLoad } = first.current;
    const made = new GlMap({
      container: frame.current,
      style: styleOf(frame.current, first.current),
      center: [center.longitude, center.latitude],
      zoom,
      maxZoom: 19,
      attributionControl: {
        compact: true,
        customAttribution: maxBounds(region) ? ATTRIBUTION_HTML : undefined,
      },
      locale: {
        "Map.Title": t("canvas"),
        "NavigationControl.ZoomIn": t("zoomIn"),
        "NavigationControl.ZoomOut": t("zoomOut"),
        "AttributionControl.ToggleAttribution": t("attribution"),
        "CooperativeGesturesHandler.WindowsHelpText": t("gestures.control"),
        "CooperativeGesturesHandler.MacHelpText": t("gestures.command"),
        "CooperativeGesturesHandler.MobileHelpText": t("gestures.touch"),
      },
      cooperativeGestures,
      dragRotate: false,
      pitchWithRotate: false,
    });
    made.touchZoomRotate.disableRotation();
    addMissingImages(made, (id) => drawBasemapImage(id, first.current.mode));
    let hasStyle = false;
    made.on("style.load", () => {
      hasStyle = true;
      addOverlay(made, drawn.current ?? NOTHING, first.current.mode);
      onStyleLoad?.(made, first.current.mode);
    });
    const fallBack = () => {
      if (hasStyle) return;
      first.current.styleUrl = null;
      made.setStyle(styleOf(made.getContainer(), first.current), { diff: false });
    };
    // As on the site, the built-in style replaces one that cannot be loaded.
    if (first.current.styleUrl) made.once("error", fallBack);
    made.addControl(new NavigationControl({ showCompass: false }), "top-right");
    map.current = made;
    return () => {
      map.current = null;
      made.remove();
    };
  }, []);

  useEffect(() => {
    const shown = map.current;
    if (!shown || first.current.mode === mode) return;
    first.current.mode = mode;
    // With a diff there is no "style.load", which adds the overlay.
    shown.setStyle(styleOf(shown.getContainer(), first.current), { diff: false });
  }, [mode]);

  useEffect(() => {
    drawn.current = overlay;
    map.current?.getSource<GeoJSONSource>(OVERLAY_SOURCE)?.setData(overlay ?? NOTHING);
  }, [overlay]);

  return [canDraw ? <Box ref={frame} sx={FRAME_SX} /> : null, map];
}

const styleOf = (
  container: HTMLElement,
  { styleUrl, mode, region }: Pick<BaseMapOptions, "styleUrl" | "region"> & { mode: MapTheme },
) => styleUrl || defaultStyle(mode, fontFamilyOf(container), region);

const FRAME_SX = {
  height: "100%",
  "&.maplibregl-map": { fontFamily: "inherit" },
  "&& .maplibregl-ctrl-group, && .maplibregl-ctrl-attrib": {
    bgcolor: "background.paper",
    color: "text.primary",
  },
  "& .maplibregl-ctrl-group button": { width: 36, height: 36 },
  "& .maplibregl-ctrl button .maplibregl-ctrl-icon, && .maplibregl-ctrl-attrib-button": {
    filter: (theme: Theme) => (theme.palette.mode === "dark" ? "invert(1)" : "none"),
  },
  "&& .maplibregl-ctrl-attrib-button": { backgroundColor: "transparent" },
  "&& .maplibregl-ctrl-attrib a": { color: "inherit" },
};
