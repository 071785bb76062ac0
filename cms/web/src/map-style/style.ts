/** The built-in map style, which loads nothing from other origins. site/public/basemap describes its data and their gaps. */
import type { StyleSpecification } from "maplibre-gl";
import { coverageEdgeLayers, gridLayers, landLayers, riverLayers, roadLayers } from "./baseLayers";
import type { Bounds, LatLng } from "./geo";
import { labelLayers } from "./labelLayers";
import { PALETTES, type Theme } from "./palette";
import { COVERAGE_BOUNDS, gridLines, maskAround, maxBounds } from "./coverage";

const link = (href: string, text: string) => `<a href="${href}" target="_blank" rel="noopener">${text}</a>`;
/** The source of the places, and of rivers and roads. */
export const OPENSTREETMAP_HTML = `© ${link("https://www.openstreetmap.org/copyright", "OpenStreetMap contributors")} (ODbL)`;

/** The licensors of the basemap. Always visible on the map, as each license demands. */
export const ATTRIBUTION_HTML = [
  OPENSTREETMAP_HTML,
  link("https://www.naturalearthdata.com/about/terms-of-use/", "Natural Earth"),
  `${link("https://www.geonames.org/", "GeoNames")} (CC BY 4.0)`,
].join(" · ");

/** The prefix of every source of this style. Without one of them the map cannot be drawn. */
export const BASE_PREFIX = "base-";

/** The style of a map around `center`: {@link builtInStyle} where the basemap has data, otherwise {@link blankStyle}. */
export function defaultStyle(theme: Theme, family: string, center: LatLng): StyleSpecification {
  return maxBounds(center) ? builtInStyle(theme, family) : blankStyle(theme, center);
}

/** The style in `theme`, with labels in the web font `family`, which the page has loaded. */
export function builtInStyle(theme: Theme, family: string): StyleSpecification {
  const colors = PALETTES[theme];
  return {
    version: 8,
    name: `Karst ${theme}`,
    sources: {
      "base-land": basemapFile("ne_land"),
      "base-border": basemapFile("ne_border_laos"),
      "base-rivers": basemapFile("rivers"),
      "base-roads": basemapFile("roads"),
      "base-labels": basemapFile("labels"),
      "base-grid": { type: "geojson", data: gridLines(COVERAGE_BOUNDS, 0.1) },
      "base-grid-fine": { type: "geojson", data: gridLines(COVERAGE_BOUNDS, 0.01) },
      "base-outside": { type: "geojson", data: maskAround(COVERAGE_BOUNDS) },
    },
    layers: [
      ...landLayers(colors),
      ...riverLayers(colors),
      ...roadLayers(colors),
      ...coverageEdgeLayers(colors),
      ...labelLayers(colors, family),
    ],
  };
}

/** The minimum distance from the center to the edges of the blank style's grid. */
const GRID_REACH_DEGREES = 1.5;

/** Only a grid around `center`: the basemap's data cover one region. */
export function blankStyle(theme: Theme, { latitude, longitude }: LatLng): StyleSpecification {
  const colors = PALETTES[theme];
  const bounds = [-1, 1].flatMap((side) =>
    [longitude, latitude].map((degrees) => Math.round(degrees + side * GRID_REACH_DEGREES)),
  ) as Bounds;
  return {
    version: 8,
    name: `Karst blank ${theme}`,
    sources: {
      "base-grid": { type: "geojson", data: gridLines(bounds, 0.1) },
      "base-grid-fine": { type: "geojson", data: gridLines(bounds, 0.01) },
    },
    layers: [
      { id: "land", type: "background", paint: { "background-color": colors.land } },
      ...gridLayers(colors),
    ],
  };
}

function basemapFile(name: string) {
  // The files are simplified already: more would cut off the bends of minor roads.
  return { type: "geojson" as const, data: `/basemap/${name}.geojson`, tolerance: 0.2 };
}
