"use client";

import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { moveTo } from "./camera";
import type { MapPlace } from "./feed";
import type { LiveMap } from "./useMap";
import { HOVER_REST_MS, REFIT_DELAY_MS, fitView, hoverZoom, selectedZoom, type Point } from "./view";

type Follow = {
  live: LiveMap | null;
  /** The map has drawn its first picture and the places are known. */
  ready: boolean;
  center: Point;
  zoom: number;
  /** The places that are shown. */
  places: readonly MapPlace[];
  byId: ReadonlyMap<number, MapPlace>;
  highlightedId: number | null;
  selectedId: number | null;
  fitKey: number;
  /** Whether there is something to fit from the start: the page was opened with a filter. */
  fitAtFirst: boolean;
  /** The place that the map itself has highlighted: it is under the pointer already, so the camera stays. */
  announcedRef: RefObject<number | null>;
};

/** Moves the camera as rows 54, 57 and 58 say: to a highlighted place, to an open one, to all that are shown. */
export function usePlaceCamera(given: Follow): void {
  const { ready, highlightedId, selectedId, fitKey, fitAtFirst, announcedRef } = given;

  const follow = useEffectEvent((id: number, zoomFrom: (current: number) => number) => {
    const { live, byId } = given;
    const place = byId.get(id);
    if (live && place) moveTo(live.map, { center: place, zoom: zoomFrom(live.map.getZoom()) });
  });

  useEffect(() => {
    if (!ready || highlightedId === null || highlightedId === announcedRef.current) return;
    announcedRef.current = null;
    const rest = setTimeout(() => follow(highlightedId, hoverZoom), HOVER_REST_MS);
    return () => clearTimeout(rest);
  }, [ready, highlightedId, announcedRef]);

  useEffect(() => {
    if (ready && selectedId !== null) follow(selectedId, selectedZoom);
  }, [ready, selectedId]);

  const fit = useEffectEvent(() => {
    const { live, places, center, zoom } = given;
    // An open place keeps the map, and closing it later does not make the map jump either.
    if (!live || selectedId !== null) return;
    moveTo(live.map, fitView(places, { center, zoom }));
  });
  const fitted = useRef(fitAtFirst ? null : fitKey);
  useEffect(() => {
    if (!ready || fitted.current === fitKey) return;
    const settle = setTimeout(() => {
      fitted.current = fitKey;
      fit();
    }, REFIT_DELAY_MS);
    return () => clearTimeout(settle);
  }, [ready, fitKey]);
}
