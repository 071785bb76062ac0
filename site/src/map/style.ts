/**
 * The built-in map style: a printed sheet of paper land and river-teal water that needs no network beyond our own
 * origin. Source: look.md "The map"; the data and their gaps: public/basemap.
 */
import type { StyleSpecification } from "maplibre-gl";
import { gridLines, ground, rivers, roads, sheetEdge } from "./baseLayers";
import { names } from "./labelLayers";
import { PALETTES, type Theme } from "./palette";
import { beyond, grid } from "./coverage";
import { SHEET, type Bounds, type Point } from "./view";

/** Shown on the map at all times; each licence asks for it. */
export const ATTRIBUTION = "© OpenStreetMap contributors (ODbL) · Natural Earth · GeoNames (CC BY 4.0)";

const link = (href: string, text: string) => `<a href="${href}" target="_blank" rel="noopener">${text}</a>`;
const OPENSTREETMAP = `© ${link("https://www.openstreetmap.org/copyright", "OpenStreetMap contributors")} (ODbL)`;

/** {@link ATTRIBUTION} with the links that the licences point to. */
export const ATTRIBUTION_HTML = [
  OPENSTREETMAP,
  link("https://www.naturalearthdata.com/about/terms-of-use/", "Natural Earth"),
  `${link("https://www.geonames.org/", "GeoNames")} (CC BY 4.0)`,
].join(" · ");

/** Where our own places come from; shown beside whatever another style (`styleUrl`) demands. */
export const PLACES_ATTRIBUTION_HTML = `Places: ${OPENSTREETMAP}`;

/** Every source of this style begins so: an error in one of them means that the map cannot be drawn. */
export const BASE_PREFIX = "base-";

/** The style in `theme`, with labels in the web font called `family` (which the page has loaded). */
export function builtInStyle(theme: Theme, family: string): StyleSpecification {
  const colors = PALETTES[theme];
  return {
    version: 8,
    name: `Karst ${theme}`,
    sources: {
      "base-land": file("ne_land"),
      "base-border": file("ne_border_laos"),
      "base-rivers": file("rivers"),
      "base-roads": file("roads"),
      "base-labels": file("labels"),
      "base-grid": { type: "geojson", data: grid(SHEET, 0.1) },
      "base-grid-fine": { type: "geojson", data: grid(SHEET, 0.01) },
      "base-beyond": { type: "geojson", data: beyond(SHEET) },
    },
    layers: [
      ...ground(colors),
      ...rivers(colors),
      ...roads(colors),
      ...sheetEdge(colors),
      ...names(colors, family),
    ],
  };
}

/** How far the blank paper's grid reaches at the least, in degrees. */
const REACH = 1.5;

/** Paper with nothing on it but its grid, around `center`: the land of another region is not drawn from this one's. */
export function blankStyle(theme: Theme, { latitude, longitude }: Point): StyleSpecification {
  const colors = PALETTES[theme];
  const around = [-1, 1].flatMap((side) => [longitude, latitude].map((at) => Math.round(at + side * REACH)));
  return {
    version: 8,
    name: `Karst blank ${theme}`,
    sources: {
      "base-grid": { type: "geojson", data: grid(around as Bounds, 0.1) },
      "base-grid-fine": { type: "geojson", data: grid(around as Bounds, 0.01) },
    },
    layers: [
      { id: "paper", type: "background", paint: { "background-color": colors.land } },
      ...gridLines(colors),
    ],
  };
}

function file(name: string) {
  // The files are thinned already: simplifying them further would cut the bends of the smaller roads.
  return { type: "geojson" as const, data: `/basemap/${name}.geojson`, tolerance: 0.2 };
}
