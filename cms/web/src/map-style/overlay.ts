/** What is drawn over a map: the route or area of an article. */
import type { ExpressionSpecification, LayerSpecification, Map as GlMap } from "maplibre-gl";
import { PALETTES, type Theme } from "./palette";

export type Overlay = GeoJSON.GeoJSON;

export const OVERLAY_SOURCE = "overlay";

export function addOverlay(map: GlMap, overlay: Overlay, theme: Theme): void {
  map.addSource(OVERLAY_SOURCE, { type: "geojson", data: overlay });
  for (const layer of overlayLayers(theme)) map.addLayer(layer);
}

/** An outline under each line separates it from rivers and roads. */
export function overlayLayers(theme: Theme): LayerSpecification[] {
  const { cluster: color, clusterOutline: outline } = PALETTES[theme];
  const round = { "line-cap": "round", "line-join": "round" } as const;
  return [
    {
      id: "overlay-area",
      type: "fill",
      source: OVERLAY_SOURCE,
      filter: isGeometry("Polygon"),
      paint: { "fill-color": color, "fill-opacity": 0.14 },
    },
    {
      id: "overlay-outline",
      type: "line",
      source: OVERLAY_SOURCE,
      filter: ["!", isGeometry("Point")],
      layout: round,
      paint: { "line-color": outline, "line-width": 6, "line-opacity": 0.8 },
    },
    {
      id: "overlay-line",
      type: "line",
      source: OVERLAY_SOURCE,
      filter: ["!", isGeometry("Point")],
      layout: round,
      paint: { "line-color": color, "line-width": 3 },
    },
    {
      id: "overlay-point",
      type: "circle",
      source: OVERLAY_SOURCE,
      filter: isGeometry("Point"),
      paint: {
        "circle-color": color,
        "circle-radius": 6,
        "circle-stroke-color": outline,
        "circle-stroke-width": 2,
      },
    },
  ];
}

/** Matches a geometry type and its multi variant. */
function isGeometry(type: "Point" | "Polygon"): ExpressionSpecification {
  return ["in", ["geometry-type"], ["literal", [type, `Multi${type}`]]];
}
