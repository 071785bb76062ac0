"use client";

import { useEffect, useMemo, useState } from "react";
import { distanceKm } from "@/kit/distance";
import { fetchFeed } from "@/map/feed";
import type { Spot } from "./usePosition";

/**
 * The way to each place as the crow flies, in kilometres by its id; null until it is known from where, and the places'
 * points are here. They come with the feed that the map reads as well: cards do without.
 */
export function useDistances(from: Spot | null) {
  const [points, setPoints] = useState<ReadonlyMap<number, Spot>>();
  const [hasFailed, setFailed] = useState(false);
  const isWanted = from !== null && !points && !hasFailed;
  useEffect(() => {
    if (!isWanted) return;
    const leave = new AbortController();
    fetchFeed(leave.signal).then(
      (features) =>
        setPoints(
          new Map(
            features.map(({ id, geometry: { coordinates } }) => [
              id,
              { latitude: coordinates[1], longitude: coordinates[0] },
            ]),
          ),
        ),
      () => !leave.signal.aborted && setFailed(true),
    );
    return () => leave.abort();
  }, [isWanted]);
  const distances = useMemo(
    () => (from && points ? new Map([...points].map(([id, spot]) => [id, distanceKm(from, spot)])) : null),
    [from, points],
  );
  return { distances, hasFailed, retry: () => setFailed(false) };
}
