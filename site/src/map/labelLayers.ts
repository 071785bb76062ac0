/**
 * The names on the map, drawn with the page's own fonts. Vietnamese names are written in full, with every mark.
 * They lie above everything; the map hides what would collide, the less important first.
 */
import type {
  ExpressionSpecification,
  LayerSpecification,
  VariableAnchorOffsetCollectionSpecification,
} from "maplibre-gl";
import type { Palette } from "./palette";
import { byZoom } from "./zoom";

/**
 * Without a `glyphs` address the library draws letters with the page's fonts, and takes the weight from words in the
 * first name of the list. A name like "Be Vietnam Pro SemiBold" matches no font but sets the weight for the second.
 */
export function textFont(family: string, weight: "Medium" | "SemiBold"): string[] {
  return [`${family} ${weight}`, family];
}

/** Where a name may stand: an anchor, then the offset of the text from it in ems, in the order they are tried. */
type Anchors = VariableAnchorOffsetCollectionSpecification;

/** Close beside the point. */
const BESIDE: Anchors = ["left", [0.7, 0], "right", [-0.7, 0]];

/** On the four sides of the point, `far` ems away: a cluster or marker may cover what is nearer. */
export function around(far: number): Anchors {
  return ["top", [0, far], "bottom", [0, -far], "left", [far, 0], "right", [-far, 0]];
}

const VIETNAMESE: ExpressionSpecification = ["coalesce", ["get", "name_vi"], ["get", "name"]];
/** The same, but "Phong Nha - Kẻ Bàng" breaks after its dash and never before it. */
const KEEP_DASH: ExpressionSpecification = [
  "let",
  "name",
  VIETNAMESE,
  "at",
  ["index-of", " - ", VIETNAMESE],
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

/** Paper around the letters, so that they stay readable on lines. */
export function halo(colors: Palette) {
  return { "text-halo-color": colors.halo, "text-halo-width": 1.6, "text-halo-blur": 0.4 };
}

/** All names, in the colours of a theme, set in `family`. */
export function names(colors: Palette, family: string): LayerSpecification[] {
  return [...alongLines(colors, family), ...atPoints(colors, family)];
}

function alongLines(colors: Palette, family: string): LayerSpecification[] {
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
        "text-field": VIETNAMESE,
        "text-font": medium,
        "text-size": byZoom([10, 11], [14, 13]),
        "text-letter-spacing": 0.06,
        "text-max-angle": 32,
        "text-padding": 12,
      },
      paint: { ...halo(colors), "text-color": colors.riverInk },
    },
    {
      id: "road-name",
      type: "symbol",
      source: "base-roads",
      minzoom: 12,
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 480,
        "text-field": VIETNAMESE,
        "text-font": medium,
        "text-size": byZoom([12, 10.5], [15, 12.5]),
        "text-max-angle": 30,
        "text-padding": 8,
      },
      paint: { ...halo(colors), "text-color": colors.refInk },
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
        "text-max-angle": 180, // a sign stands upright, however the road winds beneath it
        "icon-image": "ref",
        "icon-text-fit": "both",
        "icon-text-fit-padding": [1, 4, 1, 4],
        "icon-rotation-alignment": "viewport",
        "text-padding": 24,
        "icon-padding": 24,
      },
      paint: { "text-color": colors.refInk },
    },
  ];
}

function atPoints(colors: Palette, family: string): LayerSpecification[] {
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
        "text-field": VIETNAMESE,
        "text-font": medium,
        "text-size": byZoom([11, 10.5], [14, 12]),
        "text-variable-anchor-offset": [...BESIDE, ...around(1.9)],
        "text-justify": "auto",
        "text-max-width": 8,
        "icon-image": "dot/small",
        "icon-optional": true,
      },
      paint: { ...halo(colors), "text-color": colors.inkQuiet },
    },
    {
      id: "park-name",
      type: "symbol",
      source,
      filter: isKind("park_label"),
      maxzoom: 14,
      layout: {
        "text-field": KEEP_DASH,
        "text-font": medium,
        "text-size": byZoom([7, 10.5], [10, 13], [13, 15]),
        "text-variable-anchor-offset": ["center", [0, 0], ...around(1.8)], // the park may be a marked place itself
        "text-letter-spacing": 0.05,
        "text-line-height": 1.35,
        "text-max-width": 9,
      },
      paint: { ...halo(colors), "text-color": colors.parkInk },
    },
    {
      id: "settlement-name",
      type: "symbol",
      source,
      filter: ["all", isKind("settlement"), ["<=", RANK, ["step", ["zoom"], 2, 9.5, 3, 10.5, 4]]],
      layout: {
        "symbol-sort-key": RANK,
        "text-field": VIETNAMESE,
        "text-font": ["match", RANK, 1, ["literal", textFont(family, "SemiBold")], ["literal", medium]],
        "text-size": byZoom(
          [7, ["match", RANK, 1, 13, 11]],
          [10, ["match", RANK, 1, 16, 2, 13, 11.5]],
          [14, ["match", RANK, 1, 19, 2, 16, 14]],
        ),
        "text-variable-anchor-offset": [...BESIDE, ...around(2.5)],
        "text-justify": "auto",
        "text-padding": 3,
        "icon-image": ["match", RANK, 1, "dot/large", "dot/small"],
        "icon-optional": true, // under a cluster the name moves aside and the dot gives way
      },
      paint: { ...halo(colors), "text-color": colors.ink },
    },
  ];
}
