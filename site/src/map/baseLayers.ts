/** The layers without letters, from the sea up: land, border, rivers, roads, the edge of the sheet. */
import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette";
import { byZoom } from "./zoom";

const ROUND = { "line-join": "round", "line-cap": "round" } as const;

/** Sea, shallows, land. The shore is drawn under the land, so that only its wet half is seen. */
export function ground(colors: Palette): LayerSpecification[] {
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
    ...gridLines(colors),
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

/** The grid of the paper. */
export function gridLines(colors: Palette): LayerSpecification[] {
  const grid = { "line-color": colors.grid, "line-width": 1 };
  return [
    { id: "grid", type: "line", source: "base-grid", paint: { ...grid, "line-opacity": 0.07 } },
    {
      // About a kilometer wide: the only measure on the paper where no road or river is known.
      id: "grid-fine",
      type: "line",
      source: "base-grid-fine",
      minzoom: 12,
      paint: { ...grid, "line-opacity": byZoom([12, 0], [13.5, 0.055]) },
    },
  ];
}

/** Most rivers are areas, thinner than a pixel when seen from afar: there their outline is drawn as water too. */
export function rivers(colors: Palette): LayerSpecification[] {
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
        // Faint from afar: there the coarse coast line and the true river mouths do not meet.
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

/** Roads as thin warm lines in a casing, the greater above the smaller. */
export function roads(colors: Palette): LayerSpecification[] {
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
    const at = (great: number, middle: number, small: number, rim: number): ExpressionSpecification => [
      "+",
      casing * rim,
      ["match", rank, 2, great, 1, middle, small],
    ];
    return byZoom(
      [7, at(1, 0.6, 0.6, 0.6)],
      [10, at(2.2, 1.7, 1.2, 1.2)],
      [12, at(3.4, 2.8, 2, 1.4)],
      [14, at(6, 5, 3.6, 1.7)],
      [18, at(14, 12, 9, 2.4)],
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

/** What lies beyond the sheet is left blank, as on paper, and said so by an edge. */
export function sheetEdge(colors: Palette): LayerSpecification[] {
  const source = "base-beyond";
  return [
    { id: "beyond", type: "fill", source, paint: { "fill-color": colors.beyond } },
    { id: "sheet-edge", type: "line", source, paint: { "line-color": colors.sheetEdge, "line-width": 1.5 } },
  ];
}
