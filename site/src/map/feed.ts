/** The places as GeoJSON: fetched, checked, and turned into what the layers draw. */
import { sortedByName } from "@karst/client/fold";
import { DEFAULT_ICON, markerColor } from "./markerStyle";
import type { Point } from "./view";

export const FEED_URL = "/api/businesses.geojson";

/** One feature of the feed, as the API sends it. */
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
  };
};

/** A place as the map knows it. `color` is always a hex colour, `icon` always a name. */
export type MapPlace = Point & {
  id: number;
  slug: string;
  name: string;
  color: string;
  icon: string;
  premium: boolean;
  approximate: boolean;
};

/** Category slug → icon name, as the guide's own categories have it. */
export type CategoryIcons = Readonly<Record<string, string | null>>;

/** Reads the feed from our own origin. Rejects when it does not answer with a feature collection. */
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

/** The feature as a place; null when it has no point (nothing can be drawn then). */
export function toPlace(feature: FeedFeature, icons: CategoryIcons): MapPlace | null {
  const [longitude, latitude] = feature.geometry?.coordinates ?? [];
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return null;
  const { name, slug, category, color, premium, approximate } = feature.properties;
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
  };
}

/** All places of the feed that can be drawn. */
export function toPlaces(features: readonly FeedFeature[], icons: CategoryIcons): MapPlace[] {
  return features.map((feature) => toPlace(feature, icons)).filter((place) => place !== null);
}

/** Whether two lists name the same places in the same order: a page may make its list anew for every render. */
export function sameIds(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a === b) return true;
  return a !== null && b !== null && a.length === b.length && a.every((id, index) => id === b[index]);
}

/** Places in the order a list shows them: premium first, then by name. */
export function inOrder(places: readonly MapPlace[]): MapPlace[] {
  return sortedByName(places, ({ name }) => name).sort((a, b) => Number(b.premium) - Number(a.premium));
}

/** The places whose id is in `ids`, in their own order; null means all. */
export function shown(places: readonly MapPlace[], ids: readonly number[] | null): readonly MapPlace[] {
  if (ids === null) return places;
  const wanted = new Set(ids);
  return places.filter((place) => wanted.has(place.id));
}
