/** Loads the GeoJSON feed of the places and converts it for the map. */
import type { AlertLevel } from "@karst/client";
import { sortedByName } from "@karst/client/fold";
import type { LatLng } from "@/lib/geo";
import { DEFAULT_ICON, markerColor } from "./markerStyle";

const FEED_URL = "/api/businesses.geojson";

export type FeedFeature = {
  type: "Feature";
  id: number;
  geometry: { type: "Point"; coordinates: [longitude: number, latitude: number] };
  properties: {
    name: string;
    slug: string;
    category: string | null;
    color: string | null;
    premium: boolean;
    approximate: boolean;
    alert: AlertLevel | null;
  };
};

/** `color` is always a hex color and `icon` a name; both have defaults. */
export type MapPlace = LatLng & {
  id: number;
  slug: string;
  name: string;
  color: string;
  icon: string;
  premium: boolean;
  approximate: boolean;
  /** The level of its most severe current alert. */
  alert: AlertLevel | null;
};

/** Icon names by category slug. */
export type CategoryIcons = Readonly<Record<string, string | null>>;

/** Rejects if the response is not a feature collection. */
export async function fetchFeed(signal: AbortSignal): Promise<FeedFeature[]> {
  const response = await fetch(FEED_URL, {
    signal,
    headers: { accept: "application/geo+json, application/json" },
  });
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  const feed = (await response.json()) as { features?: FeedFeature[] };
  if (!Array.isArray(feed.features)) throw new Error("The feed of places has no features");
  return feed.features;
}

/** `null` if the feature has no coordinates. */
export function toPlace(feature: FeedFeature, icons: CategoryIcons): MapPlace | null {
  const [longitude, latitude] = feature.geometry?.coordinates ?? [];
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return null;
  const { name, slug, category, color, premium, approximate, alert } = feature.properties;
  const icon = category ? icons[category] : null;
  return {
    id: feature.id,
    slug,
    name,
    latitude,
    longitude,
    color: markerColor(color),
    icon: icon ?? DEFAULT_ICON,
    premium,
    approximate,
    alert,
  };
}

export function toPlaces(features: readonly FeedFeature[], icons: CategoryIcons): MapPlace[] {
  return features.map((feature) => toPlace(feature, icons)).filter((place) => place !== null);
}

/** Whether two lists have the same ids in the same order. Callers may create a new list for each render. */
export function sameIds(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a === b) return true;
  return a !== null && b !== null && a.length === b.length && a.every((id, index) => id === b[index]);
}

/** Premium places first, then by name. */
export function sortByPremium(places: readonly MapPlace[]): MapPlace[] {
  return sortedByName(places, ({ name }) => name).sort((a, b) => Number(b.premium) - Number(a.premium));
}

/** The places whose id is in `ids`, in their order; null means all. */
export function filterByIds(places: readonly MapPlace[], ids: readonly number[] | null): readonly MapPlace[] {
  if (ids === null) return places;
  const visible = new Set(ids);
  return places.filter((place) => visible.has(place.id));
}
