/** A route or an area that a story is about. Part of the lazy engine. */
import type { ExpressionSpecification, LayerSpecification, Map as GlMap } from "maplibre-gl";
import { PALETTES, type Theme } from "./palette";

const SOURCE = "overlay";

/** Draws any GeoJSON: areas as a tint with an edge, lines as a route, points as dots. */
export function addOverlay(map: GlMap, overlay: GeoJSON.GeoJSON, theme: Theme): void {
  map.addSource(SOURCE, { type: "geojson", data: overlay });
  for (const layer of overlayLayers(theme)) map.addLayer(layer);
}

/** From the ground up. A rim under each line keeps it apart from rivers and roads. */
export function overlayLayers(theme: Theme): LayerSpecification[] {
  const { cluster: ink, clusterRim: rim } = PALETTES[theme];
  const round = { "line-cap": "round", "line-join": "round" } as const;
  return [
    {
      id: "overlay-area",
      type: "fill",
      source: SOURCE,
      filter: only("Polygon"),
      paint: { "fill-color": ink, "fill-opacity": 0.14 },
    },
    {
      id: "overlay-rim",
      type: "line",
      source: SOURCE,
      filter: ["!", only("Point")],
      layout: round,
      paint: { "line-color": rim, "line-width": 6, "line-opacity": 0.8 },
    },
    {
      id: "overlay-line",
      type: "line",
      source: SOURCE,
      filter: ["!", only("Point")],
      layout: round,
      paint: { "line-color": ink, "line-width": 3 },
    },
    {
      id: "overlay-point",
      type: "circle",
      source: SOURCE,
      filter: only("Point"),
      paint: {
        "circle-color": ink,
        "circle-radius": 6,
        "circle-stroke-color": rim,
        "circle-stroke-width": 2,
      },
    },
  ];
}

/** One kind of geometry, alone or many together. */
function only(kind: "Point" | "Polygon"): ExpressionSpecification {
  return ["in", ["geometry-type"], ["literal", [kind, `Multi${kind}`]]];
}
