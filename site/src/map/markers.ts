/**
 * The places as GL layers: markers in their category's colour, and jungle-green clusters with their count.
 * Source: rows 55 and 56, decisions §7. A highlighted place is not drawn here but by pin.ts.
 */
import type {
  ExpressionFilterSpecification,
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
} from "maplibre-gl";
import type { MapPlace } from "./feed";
import { PALETTES, type Theme } from "./palette";
import { around, halo, textFont } from "./labelLayers";
import { MAX_ZOOM } from "./view";

export const PLACES_SOURCE = "places";
export const CLUSTER_LAYER = "places-clusters";
export const MARKER_LAYER = "places-markers";

/** How near two markers must be, in CSS pixels, to become one cluster: a little more than a marker. */
const CLUSTER_RADIUS = 50;

type ClusterSize = "s" | "m" | "l";

/** What an image's name says about how to draw it. */
export type ImageKey =
  | { kind: "marker"; icon: string; color: string }
  | { kind: "cluster"; size: ClusterSize }
  | { kind: "dot"; size: "small" | "large" }
  | { kind: "ref" };

/** The name of a place's marker image. Equal looks have equal names, so each is drawn once. */
export function markerImage({ icon, color }: Pick<MapPlace, "icon" | "color">): string {
  return `marker/${icon}/${color}`;
}

/** Reads an image's name; null when it is not one of ours. */
export function parseImage(id: string): ImageKey | null {
  const [kind, first, second] = id.split("/");
  if (kind === "ref") return { kind };
  if (kind === "marker" && first && second) return { kind, icon: first, color: second };
  if (kind === "dot" && (first === "small" || first === "large")) return { kind, size: first };
  if (kind === "cluster" && (first === "s" || first === "m" || first === "l")) return { kind, size: first };
  return null;
}

/** The outer radius of a cluster's disc, in CSS pixels. All are at least 44 px across, the size of a fingertip. */
export function clusterRadius(size: ClusterSize): number {
  return { s: 22, m: 26, l: 31 }[size];
}

/** The places as the source wants them. The id stands in the properties too: clustering may renumber features. */
export function toFeatures(places: readonly MapPlace[]): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: "FeatureCollection",
    features: places.map((place) => ({
      type: "Feature",
      id: place.id,
      geometry: { type: "Point", coordinates: [place.longitude, place.latitude] },
      properties: {
        placeId: place.id,
        name: place.name,
        image: markerImage(place),
        rank: place.premium ? 0 : 1,
      },
    })),
  };
}

/** The clustered source. Clusters are kept at every zoom, because places that share one point never come apart. */
export function placesSource(places: readonly MapPlace[]): GeoJSONSourceSpecification {
  return {
    type: "geojson",
    data: toFeatures(places),
    cluster: true,
    clusterRadius: CLUSTER_RADIUS,
    maxzoom: MAX_ZOOM + 1,
    clusterMaxZoom: MAX_ZOOM,
  };
}

/** Whether zooming to `expansionZoom` would part a cluster within the map's range. */
export function canSplit(expansionZoom: number): boolean {
  return expansionZoom <= MAX_ZOOM;
}

/** Which places are drawn as markers: those that stand alone, but for the one whose pin is shown instead. */
export function markersBut(pinnedId: number | null): FilterSpecification {
  const alone: ExpressionFilterSpecification = ["!", ["has", "point_count"]];
  return pinnedId === null ? alone : ["all", alone, ["!=", ["get", "placeId"], pinnedId]];
}

/** The layers over {@link placesSource}; `family` is the loaded web font. */
export function placeLayers(theme: Theme, family: string): LayerSpecification[] {
  const colors = PALETTES[theme];
  return [
    {
      id: MARKER_LAYER,
      type: "symbol",
      source: PLACES_SOURCE,
      filter: markersBut(null),
      layout: {
        "symbol-sort-key": ["get", "rank"],
        "icon-image": ["get", "image"],
        "icon-allow-overlap": true,
        "icon-padding": 0,
        // Names only near by, and only where there is room; a marker itself is never hidden.
        "text-field": ["step", ["zoom"], "", 12, ["get", "name"]],
        "text-optional": true,
        "text-font": textFont(family, "Medium"),
        "text-size": 12,
        "text-max-width": 9,
        "text-variable-anchor-offset": around(1.8),
        "text-justify": "auto",
      },
      paint: { ...halo(colors), "text-color": colors.ink },
    },
    {
      id: CLUSTER_LAYER,
      type: "symbol",
      source: PLACES_SOURCE,
      filter: ["has", "point_count"],
      layout: {
        "symbol-sort-key": ["-", ["get", "point_count"]],
        "icon-image": ["step", ["get", "point_count"], "cluster/s", 10, "cluster/m", 100, "cluster/l"],
        "icon-allow-overlap": true,
        "icon-padding": 0,
        "text-field": ["get", "point_count_abbreviated"],
        "text-font": textFont(family, "SemiBold"),
        "text-size": ["step", ["get", "point_count"], 13, 10, 14, 100, 15],
        "text-allow-overlap": true,
      },
      paint: { "text-color": colors.clusterInk },
    },
  ];
}
