/** The layers below the labels, from bottom to top: sea, land, border, rivers, roads, the edge of the coverage. */
import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette";
import { byZoom } from "./zoom";

const ROUND = { "line-join": "round", "line-cap": "round" } as const;

/** Sea, shallows, land. The shore line is below the land, so only its outer half is visible. */
export function landLayers(colors: Palette): LayerSpecification[] {
  return [
    { id: "water", type: "background", paint: { "background-color": colors.water } },
    {
      id: "shallows",
      type: "line",
      source: "base-land",
      layout: ROUND,
      paint: {
        "line-color": colors.shallow,
        "line-width": byZoom([7, 10], [10, 26], [14, 90]),
        "line-blur": byZoom([7, 8], [10, 20], [14, 70]),
      },
    },
    {
      id: "shore",
      type: "line",
      source: "base-land",
      layout: ROUND,
      paint: { "line-color": colors.shore, "line-width": byZoom([7, 1.5], [10, 2.5], [14, 5]) },
    },
    {
      id: "land",
      type: "fill",
      source: "base-land",
      paint: { "fill-color": colors.land, "fill-antialias": false },
    },
    ...gridLayers(colors),
    {
      id: "border",
      type: "line",
      source: "base-border",
      layout: { "line-join": "round" },
      paint: {
        "line-color": colors.border,
        "line-width": byZoom([7, 1], [12, 2]),
        "line-dasharray": [5, 2, 1, 2],
      },
    },
  ];
}

export function gridLayers(colors: Palette): LayerSpecification[] {
  const grid = { "line-color": colors.grid, "line-width": 1 };
  return [
    { id: "grid", type: "line", source: "base-grid", paint: { ...grid, "line-opacity": 0.07 } },
    {
      // About a kilometer wide: the only scale where the data have no road or river.
      id: "grid-fine",
      type: "line",
      source: "base-grid-fine",
      minzoom: 12,
      paint: { ...grid, "line-opacity": byZoom([12, 0], [13.5, 0.055]) },
    },
  ];
}

/** Most rivers are areas that are thinner than a pixel at low zooms: there their outline is drawn as water too. */
export function riverLayers(colors: Palette): LayerSpecification[] {
  const source = "base-rivers";
  const area: ExpressionSpecification = ["==", ["get", "form"], "area"];
  const line: ExpressionSpecification = ["==", ["get", "form"], "line"];
  return [
    {
      id: "river-bank",
      type: "line",
      source,
      layout: ROUND,
      paint: {
        "line-color": colors.bank,
        "line-width": byZoom([8, ["case", line, 2.2, 1.6]], [14, ["case", line, 8, 3]]),
        // Faint at low zooms, where the coarse coast line does not meet the river mouths.
        "line-opacity": byZoom([8, 0.5], [10, 0.55], [12, 0.9]),
      },
    },
    {
      id: "river-line",
      type: "line",
      source,
      filter: line,
      layout: ROUND,
      paint: { "line-color": colors.water, "line-width": byZoom([8, 1.2], [14, 5.5]) },
    },
    { id: "river-area", type: "fill", source, filter: area, paint: { "fill-color": colors.water } },
    {
      id: "river-area-thin",
      type: "line",
      source,
      filter: area,
      maxzoom: 13,
      layout: ROUND,
      paint: { "line-color": colors.water, "line-width": byZoom([8, 1], [11, 0.8], [13, 0.2]) },
    },
  ];
}

/** Roads as thin lines in a casing, major roads above minor ones. */
export function roadLayers(colors: Palette): LayerSpecification[] {
  const source = "base-roads";
  const rank: ExpressionSpecification = [
    "match",
    ["get", "class"],
    ["motorway", "trunk"],
    2,
    ["primary", "secondary"],
    1,
    0,
  ];
  const layout = { ...ROUND, "line-sort-key": rank };
  const width = (casing: number) => {
    const lineWidth = (
      major: number,
      middle: number,
      minor: number,
      rim: number,
    ): ExpressionSpecification => ["+", casing * rim, ["match", rank, 2, major, 1, middle, minor]];
    return byZoom(
      [7, lineWidth(1, 0.6, 0.6, 0.6)],
      [10, lineWidth(2.2, 1.7, 1.2, 1.2)],
      [12, lineWidth(3.4, 2.8, 2, 1.4)],
      [14, lineWidth(6, 5, 3.6, 1.7)],
      [18, lineWidth(14, 12, 9, 2.4)],
    );
  };
  return [
    {
      id: "road-casing",
      type: "line",
      source,
      layout,
      paint: { "line-color": colors.roadCasing, "line-width": width(1) },
    },
    {
      id: "road",
      type: "line",
      source,
      layout,
      paint: { "line-color": colors.road, "line-width": width(0) },
    },
  ];
}

/** A blank mask with an edge around the area that the basemap covers. */
export function coverageEdgeLayers(colors: Palette): LayerSpecification[] {
  const source = "base-outside";
  return [
    { id: "outside", type: "fill", source, paint: { "fill-color": colors.outside } },
    {
      id: "coverage-edge",
      type: "line",
      source,
      paint: { "line-color": colors.coverageEdge, "line-width": 1.5 },
    },
  ];
}
