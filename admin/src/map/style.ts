import type { GeoJSONSource, StyleSpecification } from "maplibre-gl";
import type { Point } from "./coordinates";

/** GeoJSON that is drawn over a map: a route, an area. */
export type Overlay = Exclude<Parameters<GeoJSONSource["setData"]>[0], string>;

/** What a map of the console is drawn with: a few colours, not the site's whole style. */
interface MapColours {
  land: string;
  water: string;
  shore: string;
  road: string;
  border: string;
  text: string;
  halo: string;
  overlay: string;
}

const LIGHT: MapColours = {
  land: "#F1ECDF",
  water: "#BFDDDC",
  shore: "#7FB6B5",
  road: "#D9B98A",
  border: "#9A8F7A",
  text: "#33403A",
  halo: "#F7F4EC",
  overlay: "#B45309",
};

const DARK: MapColours = {
  land: "#1B2722",
  water: "#0E2B30",
  shore: "#2A5A5F",
  road: "#6B5836",
  border: "#5C6A62",
  text: "#D5DDD7",
  halo: "#0F1613",
  overlay: "#F2B134",
};

/** The source that holds what is drawn over the map. */
export const OVERLAY = "overlay";
export const NOTHING: Overlay = { type: "FeatureCollection", features: [] };

/** What the basemap files cover, in degrees: the site's sheet. */
const SHEET = { west: 105.6, south: 17, east: 107, north: 18.2 };

const ATTRIBUTION = "© OpenStreetMap contributors (ODbL) · Natural Earth · GeoNames (CC BY 4.0)";

/**
 * Land, water, roads and names of the region from the site's own basemap files; nothing from elsewhere. A region that
 * begins beyond them has blank paper. Without `glyphs` the names are drawn from the fonts that the page has loaded.
 */
export function consoleStyle(
  mode: "light" | "dark",
  { latitude, longitude }: Point,
  overlay: Overlay = NOTHING,
): StyleSpecification {
  const colours = mode === "light" ? LIGHT : DARK;
  const isOnSheet =
    longitude >= SHEET.west && longitude <= SHEET.east && latitude >= SHEET.south && latitude <= SHEET.north;
  const source = (file: string) => ({
    type: "geojson" as const,
    data: `${window.location.origin}/basemap/${file}.geojson`,
    attribution: ATTRIBUTION,
  });
  const drawn: StyleSpecification = {
    version: 8,
    sources: {
      land: source("ne_land"),
      border: source("ne_border_laos"),
      rivers: source("rivers"),
      roads: source("roads"),
      labels: source("labels"),
      [OVERLAY]: { type: "geojson", data: overlay },
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colours.water } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": colours.land } },
      { id: "shore", type: "line", source: "land", paint: { "line-color": colours.shore, "line-width": 1 } },
      {
        id: "river-areas",
        type: "fill",
        source: "rivers",
        filter: ["!=", ["get", "form"], "line"],
        paint: { "fill-color": colours.water },
      },
      {
        id: "river-lines",
        type: "line",
        source: "rivers",
        layout: { "line-join": "round" },
        paint: {
          "line-color": colours.shore,
          "line-width": ["interpolate", ["linear"], ["zoom"], 8, 0.8, 14, 2],
        },
      },
      {
        id: "roads",
        type: "line",
        source: "roads",
        layout: { "line-join": "round", "line-cap": "round" },
        paint: {
          "line-color": colours.road,
          "line-width": ["interpolate", ["linear"], ["zoom"], 8, 1, 14, 4],
        },
      },
      {
        id: "border",
        type: "line",
        source: "border",
        paint: { "line-color": colours.border, "line-width": 1.2, "line-dasharray": [4, 3] },
      },
      {
        id: "overlay-areas",
        type: "fill",
        source: OVERLAY,
        filter: ["==", ["geometry-type"], "Polygon"],
        paint: { "fill-color": colours.overlay, "fill-opacity": 0.15 },
      },
      {
        id: "overlay-lines",
        type: "line",
        source: OVERLAY,
        layout: { "line-join": "round", "line-cap": "round" },
        paint: { "line-color": colours.overlay, "line-width": 3 },
      },
      {
        id: "overlay-points",
        type: "circle",
        source: OVERLAY,
        filter: ["==", ["geometry-type"], "Point"],
        paint: { "circle-color": colours.overlay, "circle-radius": 5 },
      },
      {
        id: "labels",
        type: "symbol",
        source: "labels",
        layout: {
          "text-field": ["coalesce", ["get", "name_vi"], ["get", "name"]],
          "text-font": ["Be Vietnam Pro"],
          "text-size": ["interpolate", ["linear"], ["get", "rank"], 1, 15, 4, 11.5],
          "symbol-sort-key": ["get", "rank"],
          "text-padding": 6,
        },
        paint: { "text-color": colours.text, "text-halo-color": colours.halo, "text-halo-width": 1.5 },
      },
    ],
  };
  if (isOnSheet) return drawn;
  const paper = { id: "paper", type: "background" as const, paint: { "background-color": colours.land } };
  return {
    ...drawn,
    sources: { [OVERLAY]: drawn.sources[OVERLAY]! },
    layers: [paper, ...drawn.layers.filter((layer) => "source" in layer && layer.source === OVERLAY)],
  };
}
