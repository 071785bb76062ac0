/** GL layers of the places: markers in the color of their category, and clusters. pin.ts draws the highlighted place. R55, R210 */
import type {
  ExpressionFilterSpecification,
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
} from "maplibre-gl";
import type { AlertLevel } from "@karst/client";
import { ALERT_LEVELS } from "@karst/web/alerts";
import { anchorsAround, PALETTES, textFont, textHalo, type Theme } from "@karst/web/map-style";
import type { MapPlace } from "./feed";
import { MAX_ZOOM } from "./view";

export const PLACES_SOURCE = "places";
export const CLUSTER_LAYER = "places-clusters";
export const MARKER_LAYER = "places-markers";

/** Markers closer than this become one cluster: a little more than the size of a marker. */
const CLUSTER_RADIUS_PX = 50;

type ClusterSize = "s" | "m" | "l";

export type ImageKey =
  | { kind: "marker"; icon: string; color: string; alert: AlertLevel | null }
  | { kind: "cluster"; size: ClusterSize };

type Look = Pick<MapPlace, "icon" | "color"> & Partial<Pick<MapPlace, "alert">>;

/** The id of a place's marker image. Places of the same look share an image. */
export function markerImageId({ icon, color, alert }: Look): string {
  return `marker/${icon}/${color}${alert ? `/${alert}` : ""}`;
}

/** `null` for ids of the style. */
export function parseImageId(id: string): ImageKey | null {
  const [kind, first, second, third] = id.split("/");
  if (kind === "marker" && first && second) {
    const alert = ALERT_LEVELS.find((level) => level === third) ?? null;
    return { kind, icon: first, color: second, alert };
  }
  if (kind === "cluster" && (first === "s" || first === "m" || first === "l")) return { kind, size: first };
  return null;
}

/** The outer radius of a cluster in CSS pixels. The diameter is at least 44 px, for fingers. */
export function clusterRadius(size: ClusterSize): number {
  return { s: 22, m: 26, l: 31 }[size];
}

/** The places as GeoJSON. The properties have the id too, because clustering may change the ids of features. */
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
        image: markerImageId(place),
        rank: place.premium ? 0 : 1,
      },
    })),
  };
}

/** The clustered source. It has clusters at every zoom, because places at the same point never split. */
export function placesSource(places: readonly MapPlace[]): GeoJSONSourceSpecification {
  return {
    type: "geojson",
    data: toFeatures(places),
    cluster: true,
    clusterRadius: CLUSTER_RADIUS_PX,
    maxzoom: MAX_ZOOM + 1,
    clusterMaxZoom: MAX_ZOOM,
  };
}

/** Whether the map can zoom far enough to split a cluster. */
export function canSplit(expansionZoom: number): boolean {
  return expansionZoom <= MAX_ZOOM;
}

/** Places outside of clusters, except the one that has a pin. */
export function markersExcept(pinnedId: number | null): FilterSpecification {
  const isSingle: ExpressionFilterSpecification = ["!", ["has", "point_count"]];
  return pinnedId === null ? isSingle : ["all", isSingle, ["!=", ["get", "placeId"], pinnedId]];
}

/** Layers of {@link placesSource}; `family` is the loaded web font. */
export function placeLayers(theme: Theme, family: string): LayerSpecification[] {
  const colors = PALETTES[theme];
  return [
    {
      id: MARKER_LAYER,
      type: "symbol",
      source: PLACES_SOURCE,
      filter: markersExcept(null),
      layout: {
        "symbol-sort-key": ["get", "rank"],
        "icon-image": ["get", "image"],
        "icon-allow-overlap": true,
        "icon-padding": 0,
        // Names appear only at high zooms and where they fit; markers are never hidden.
        "text-field": ["step", ["zoom"], "", 12, ["get", "name"]],
        "text-optional": true,
        "text-font": textFont(family, "Medium"),
        "text-size": 12,
        "text-max-width": 9,
        "text-variable-anchor-offset": anchorsAround(1.8),
        "text-justify": "auto",
      },
      paint: { ...textHalo(colors), "text-color": colors.text },
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
      paint: { "text-color": colors.clusterText },
    },
  ];
}
