"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { fetchFeed, toPlaces, type CategoryIcons, type FeedFeature, type MapPlace } from "./feed";

/** The feed's places: null while they are on their way. */
export function usePlaces(icons: CategoryIcons): {
  places: MapPlace[] | null;
  failed: boolean;
  retry: () => void;
} {
  const [features, setFeatures] = useState<FeedFeature[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const leave = new AbortController();
    fetchFeed(leave.signal).then(setFeatures, (error: unknown) => {
      if (leave.signal.aborted) return;
      console.error("The places of the map could not be loaded", error);
      setFailed(true);
    });
    return () => leave.abort();
  }, [attempt]);

  const places = useMemo(() => (features ? toPlaces(features, icons) : null), [features, icons]);
  const retry = useCallback(() => {
    setFailed(false);
    setAttempt((count) => count + 1);
  }, []);
  return { places, failed, retry };
}
