"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { fetchFeed, toPlaces, type CategoryIcons, type FeedFeature, type MapPlace } from "./feed";

/** The places of the feed; null while they load. */
export function usePlaces(icons: CategoryIcons): {
  places: MapPlace[] | null;
  hasFailed: boolean;
  retry: () => void;
} {
  const [features, setFeatures] = useState<FeedFeature[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    fetchFeed(controller.signal).then(setFeatures, (error: unknown) => {
      if (controller.signal.aborted) return;
      console.error("The places of the map could not be loaded", error);
      setFailed(true);
    });
    return () => controller.abort();
  }, [attempt]);

  const places = useMemo(() => (features ? toPlaces(features, icons) : null), [features, icons]);
  const retry = useCallback(() => {
    setFailed(false);
    setAttempt((count) => count + 1);
  }, []);
  return { places, hasFailed, retry };
}
