"use client";

import { useEffect, useState } from "react";
import { fetchFeed } from "@/map/feed";
import type { Spot } from "./usePosition";

/** Where places are, by their ids. */
export type Points = ReadonlyMap<number, Spot>;

/** Where all places are, once it is wanted: it comes with the feed that the map reads as well; cards do without. */
export function usePoints(isWanted: boolean) {
  const [points, setPoints] = useState<Points | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const isToBeRead = isWanted && !points && !hasFailed;
  useEffect(() => {
    if (!isToBeRead) return;
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
  }, [isToBeRead]);
  return { points, hasFailed, retry: () => setFailed(false) };
}
