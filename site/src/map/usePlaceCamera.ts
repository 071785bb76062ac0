"use client";

import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { Bounds, LatLng } from "@/lib/geo";
import { moveTo, visibleBounds } from "./camera";
import type { MapPlace } from "./feed";
import type { LoadedMap } from "./useMap";
import {
  HOVER_DELAY_MS,
  REFIT_DELAY_MS,
  boundsOf,
  boundsOfMost,
  containsMost,
  hoverZoom,
  roundBounds,
  selectedZoom,
  type View,
} from "./view";

type Options = {
  loadedMap: LoadedMap | null;
  hasPlaces: boolean;
  /** The places are loaded, and the map has rendered its first frame. */
  isReady: boolean;
  center: LatLng;
  zoom: number;
  /** The visible places. */
  places: readonly MapPlace[];
  placeById: ReadonlyMap<number, MapPlace>;
  highlightedId: number | null;
  selectedId: number | null;
  fitKey: number;
  /** The area that the list is limited to, which the map shows. */
  area: Bounds | null;
  /** Whether the page was opened with a filter, so the map fits the places from the start. */
  fitsInitially: boolean;
  bottomInset: number;
  /** The place that the map itself has highlighted: it is under the pointer, so the camera stays. */
  selfHighlightedIdRef: RefObject<number | null>;
};

/**
 * Moves the camera to the highlighted place, to the open place, or to all visible places. After a place is closed, the
 * view from before comes back, or the places that were found meanwhile. R54, R57, R58
 */
export function usePlaceCamera(options: Options): void {
  const { loadedMap, hasPlaces, isReady, highlightedId, selectedId, fitKey, fitsInitially } = options;
  const { selfHighlightedIdRef } = options;
  /** The view from before the camera followed places; null while it follows none. */
  const savedView = useRef<View | null>(null);
  const isFollowing = useRef(false);
  /** The last `fitKey` that this map has handled. */
  const lastFitKey = useRef<number | null>(null);

  useEffect(() => {
    if (!loadedMap) return;
    // After any other movement (a drag, a cluster, "find me") the new view is the one to keep.
    const subscription = loadedMap.map.on("movestart", () => {
      if (!isFollowing.current) savedView.current = null;
    });
    return () => {
      subscription.unsubscribe();
      savedView.current = null;
      lastFitKey.current = null;
    };
  }, [loadedMap]);

  const follow = useEffectEvent((id: number, zoomFrom: (current: number) => number) => {
    const place = options.placeById.get(id);
    if (!loadedMap || !place) return;
    const { map } = loadedMap;
    const { lat, lng } = map.getCenter();
    savedView.current ??= { center: { latitude: lat, longitude: lng }, zoom: map.getZoom() };
    isFollowing.current = true;
    moveTo(map, { center: place, zoom: zoomFrom(map.getZoom()) });
    isFollowing.current = false;
  });

  /** The place that was closed last: its card gets the focus back, but the camera does not return to it. */
  const lastClosedId = useRef<number | null>(null);
  useEffect(() => {
    if (!isReady || highlightedId === null || highlightedId === selfHighlightedIdRef.current) return;
    selfHighlightedIdRef.current = null;
    const wasClosedLast = highlightedId === lastClosedId.current;
    lastClosedId.current = null;
    if (wasClosedLast) return;
    const timer = setTimeout(() => follow(highlightedId, hoverZoom), HOVER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isReady, highlightedId, selfHighlightedIdRef]);

  const isFitPending = useRef(false);
  const fit = useEffectEvent(() => {
    const { places, center, zoom, area, bottomInset } = options;
    // While a place is open, the map stays on it.
    isFitPending.current = selectedId !== null;
    if (!loadedMap || isFitPending.current) return;
    savedView.current = null;
    // An area that was chosen on the map is in view already.
    if (area && roundBounds(visibleBounds(loadedMap.map)).join() === area.join()) return;
    const bounds = boundsOf(places);
    moveTo(loadedMap.map, area ? { area } : bounds ? { bounds } : { center, zoom }, { bottomInset });
  });
  const goBack = useEffectEvent(() => {
    if (isFitPending.current) fit();
    else if (loadedMap && savedView.current) moveTo(loadedMap.map, savedView.current);
    savedView.current = null;
  });

  const lastSelectedId = useRef<number | null>(null);
  useEffect(() => {
    if (!isReady) return;
    if (selectedId !== null) follow(selectedId, selectedZoom);
    else if (lastSelectedId.current !== null) {
      lastClosedId.current = lastSelectedId.current;
      goBack();
    }
    lastSelectedId.current = selectedId;
  }, [isReady, selectedId]);

  const setInitialView = useEffectEvent(() => {
    const { places, area, bottomInset } = options;
    if (!loadedMap) return;
    // On a phone the region's own view may show only the part between the places.
    const showsPlaces = containsMost(visibleBounds(loadedMap.map), places);
    const bounds = fitsInitially ? boundsOf(places) : showsPlaces ? null : boundsOfMost(places);
    if (area) moveTo(loadedMap.map, { area }, { isInstant: true });
    else if (bounds) moveTo(loadedMap.map, { bounds }, { bottomInset, isInstant: true });
  });
  useEffect(() => {
    if (!loadedMap || !hasPlaces || lastFitKey.current !== null) return;
    // Before the first frame, so that the map does not visibly jump.
    lastFitKey.current = fitKey;
    setInitialView();
  }, [loadedMap, hasPlaces, fitKey]);
  useEffect(() => {
    if (!isReady || lastFitKey.current === fitKey) return;
    const timer = setTimeout(() => {
      lastFitKey.current = fitKey;
      fit();
    }, REFIT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isReady, fitKey]);
}
