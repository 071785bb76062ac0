"use client";

import type { LatLng } from "@/lib/geo";
import { useLoad } from "@/lib/useLoad";
import { fetchFeed } from "@/map/feed";

/** Coordinates by place id. */
export type Points = ReadonlyMap<number, LatLng>;

/** Loads the coordinates of all places once `isEnabled`, from the feed that the map uses too. Cards do not need them. */
export function usePoints(isEnabled: boolean) {
  const { data: points, hasFailed, retry } = useLoad(fetchPoints, isEnabled);
  return { points, hasFailed, retry };
}

async function fetchPoints(signal: AbortSignal): Promise<Points> {
  const features = await fetchFeed(signal);
  return new Map(
    features.map(({ id, geometry: { coordinates } }) => [
      id,
      { latitude: coordinates[1], longitude: coordinates[0] },
    ]),
  );
}
