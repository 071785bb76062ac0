"use client";

import { useEffect, useState } from "react";
import type { LatLng } from "@/lib/geo";
import { fetchFeed } from "@/map/feed";

/** Coordinates by place id. */
export type Points = ReadonlyMap<number, LatLng>;

/** Loads the coordinates of all places once `isEnabled`, from the feed that the map uses too. Cards do not need them. */
export function usePoints(isEnabled: boolean) {
  const [points, setPoints] = useState<Points | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const mustLoad = isEnabled && !points && !hasFailed;
  useEffect(() => {
    if (!mustLoad) return;
    const controller = new AbortController();
    fetchFeed(controller.signal).then(
      (features) =>
        setPoints(
          new Map(
            features.map(({ id, geometry: { coordinates } }) => [
              id,
              { latitude: coordinates[1], longitude: coordinates[0] },
            ]),
          ),
        ),
      () => !controller.signal.aborted && setFailed(true),
    );
    return () => controller.abort();
  }, [mustLoad]);
  return { points, hasFailed, retry: () => setFailed(false) };
}
