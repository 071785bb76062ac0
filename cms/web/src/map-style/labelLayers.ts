/**
 * The names on the map, in the page's own fonts, with all diacritics of Vietnamese.
 * They are above all other layers. Of labels that collide the map hides the less important ones.
 */
import type {
  ExpressionSpecification,
  LayerSpecification,
  VariableAnchorOffsetCollectionSpecification,
} from "maplibre-gl";
import type { Palette } from "./palette";
import { byZoom } from "./zoom";

/**
 * Without a `glyphs` URL the library renders text with the page's fonts, and reads the weight from the first name in the
 * list. A name like "Be Vietnam Pro SemiBold" matches no font, but sets the weight of the second.
 */
export function textFont(family: string, weight: "Medium" | "SemiBold"): string[] {
  return [`${family} ${weight}`, family];
}

/** Possible positions of a label, in the order in which they are tried: an anchor, and the offset from it in ems. */
type Anchors = VariableAnchorOffsetCollectionSpecification;

const BESIDE: Anchors = ["left", [0.7, 0], "right", [-0.7, 0]];

/** On the four sides of the point, `ems` away from it, so that a cluster or marker does not cover the label. */
export function anchorsAround(ems: number): Anchors {
  return ["top", [0, ems], "bottom", [0, -ems], "left", [ems, 0], "right", [-ems, 0]];
}

const NAME: ExpressionSpecification = ["coalesce", ["get", "name_vi"], ["get", "name"]];
/** Breaks "Phong Nha - Kẻ Bàng" after its dash, never before it. */
const NAME_WITH_DASH: ExpressionSpecification = [
  "let",
  "name",
  NAME,
  "at",
  ["index-of", " - ", NAME],
  [
    "case",
    [">", ["var", "at"], 0],
    [
      "concat",
      ["slice", ["var", "name"], 0, ["var", "at"]],
      "\u00a0– ",
      ["slice", ["var", "name"], ["+", ["var", "at"], 3]],
    ],
    ["var", "name"],
  ],
];
const RANK: ExpressionSpecification = ["get", "rank"];
const isKind = (...kinds: string[]): ExpressionSpecification => [
  "match",
  ["get", "kind"],
  kinds,
  true,
  false,
];

/** An outline in the color of the land that keeps text readable on lines. */
export function textHalo(colors: Palette) {
  return { "text-halo-color": colors.halo, "text-halo-width": 1.6, "text-halo-blur": 0.4 };
}

/** All labels in the colors of a theme and the font `family`. */
export function labelLayers(colors: Palette, family: string): LayerSpecification[] {
  return [...lineLabels(colors, family), ...pointLabels(colors, family)];
}

function lineLabels(colors: Palette, family: string): LayerSpecification[] {
  const medium = textFont(family, "Medium");
  return [
    {
      id: "river-name",
      type: "symbol",
      source: "base-rivers",
      minzoom: 9.5,
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 420,
        "text-field": NAME,
        "text-font": medium,
        "text-size": byZoom([10, 11], [14, 13]),
        "text-letter-spacing": 0.06,
        "text-max-angle": 32,
        "text-padding": 12,
      },
      paint: { ...textHalo(colors), "text-color": colors.riverText },
    },
    {
      id: "road-name",
      type: "symbol",
      source: "base-roads",
      minzoom: 12,
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 480,
        "text-field": NAME,
        "text-font": medium,
        "text-size": byZoom([12, 10.5], [15, 12.5]),
        "text-max-angle": 30,
        "text-padding": 8,
      },
      paint: { ...textHalo(colors), "text-color": colors.refText },
    },
    {
      id: "road-ref",
      type: "symbol",
      source: "base-roads",
      minzoom: 8.5,
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 340,
        "text-field": ["get", "ref"],
        "text-font": textFont(family, "SemiBold"),
        "text-size": byZoom([9, 9], [14, 10.5]),
        "text-rotation-alignment": "viewport",
        "text-max-angle": 180, // a road sign is upright whatever the direction of the road
        "icon-image": "ref",
        "icon-text-fit": "both",
        "icon-text-fit-padding": [1, 4, 1, 4],
        "icon-rotation-alignment": "viewport",
        "text-padding": 24,
        "icon-padding": 24,
      },
      paint: { "text-color": colors.refText },
    },
  ];
}

function pointLabels(colors: Palette, family: string): LayerSpecification[] {
  const source = "base-labels";
  const medium = textFont(family, "Medium");
  return [
    {
      id: "facility-name",
      type: "symbol",
      source,
      minzoom: 11,
      filter: isKind("airport", "station"),
      layout: {
        "text-field": NAME,
        "text-font": medium,
        "text-size": byZoom([11, 10.5], [14, 12]),
        "text-variable-anchor-offset": [...BESIDE, ...anchorsAround(1.9)],
        "text-justify": "auto",
        "text-max-width": 8,
        "icon-image": "dot/small",
        "icon-optional": true,
      },
      paint: { ...textHalo(colors), "text-color": colors.textMuted },
    },
    {
      id: "park-name",
      type: "symbol",
      source,
      filter: isKind("park_label"),
      maxzoom: 14,
      layout: {
        "text-field": NAME_WITH_DASH,
        "text-font": medium,
        "text-size": byZoom([7, 10.5], [10, 13], [13, 15]),
        "text-variable-anchor-offset": ["center", [0, 0], ...anchorsAround(1.8)], // the park may be a place with a marker
        "text-letter-spacing": 0.05,
        "text-line-height": 1.35,
        "text-max-width": 9,
      },
      paint: { ...textHalo(colors), "text-color": colors.parkText },
    },
    {
      id: "settlement-name",
      type: "symbol",
      source,
      filter: ["all", isKind("settlement"), ["<=", RANK, ["step", ["zoom"], 2, 9.5, 3, 10.5, 4]]],
      layout: {
        "symbol-sort-key": RANK,
        "text-field": NAME,
        "text-font": ["match", RANK, 1, ["literal", textFont(family, "SemiBold")], ["literal", medium]],
        "text-size": byZoom(
          [7, ["match", RANK, 1, 13, 11]],
          [10, ["match", RANK, 1, 16, 2, 13, 11.5]],
          [14, ["match", RANK, 1, 19, 2, 16, 14]],
        ),
        "text-variable-anchor-offset": [...BESIDE, ...anchorsAround(2.5)],
        "text-justify": "auto",
        "text-padding": 3,
        "icon-image": ["match", RANK, 1, "dot/large", "dot/small"],
        "icon-optional": true, // under a cluster the label moves and the dot is hidden
      },
      paint: { ...textHalo(colors), "text-color": colors.text },
    },
  ];
}
