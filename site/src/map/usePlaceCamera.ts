"use client";

import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { inSight, moveTo } from "./camera";
import type { MapPlace } from "./feed";
import type { LiveMap } from "./useMap";
import {
  HOVER_REST_MS,
  REFIT_DELAY_MS,
  areaOf,
  boundsOf,
  boundsOfMost,
  hoverZoom,
  seesMost,
  selectedZoom,
  type Bounds,
  type Point,
  type View,
} from "./view";

type Follow = {
  live: LiveMap | null;
  /** The places are known. */
  known: boolean;
  /** They are, and the map has drawn its first picture. */
  ready: boolean;
  center: Point;
  zoom: number;
  /** The places that are shown. */
  places: readonly MapPlace[];
  byId: ReadonlyMap<number, MapPlace>;
  highlightedId: number | null;
  selectedId: number | null;
  fitKey: number;
  /** The part of the map that the list keeps to, and the map with it. */
  area: Bounds | null;
  /** Whether there is something to fit from the start: the page was opened with a filter. */
  fitAtFirst: boolean;
  coveredBelow: number;
  /** The place that the map itself has highlighted: it is under the pointer already, so the camera stays. */
  announcedRef: RefObject<number | null>;
};

/**
 * Moves the camera as rows 54, 57 and 58 say: to a highlighted place, to an open one, to all that are shown. When a
 * place is closed again, the traveller's own view comes back, or what was found meanwhile.
 */
export function usePlaceCamera(given: Follow): void {
  const { live, known, ready, highlightedId, selectedId, fitKey, fitAtFirst, announcedRef } = given;
  /** What the traveller looked at before the map began to follow places; null while it follows none. */
  const own = useRef<View | null>(null);
  const isFollowing = useRef(false);
  /** The key of what was fitted last; null while this map has fitted nothing. */
  const fitted = useRef<number | null>(null);

  useEffect(() => {
    if (!live) return;
    // Whatever else moves the map (a hand, a cluster, "find me") is where the traveller wants to be now.
    const moved = live.map.on("movestart", () => {
      if (!isFollowing.current) own.current = null;
    });
    return () => {
      moved.unsubscribe();
      // Another map begins as this one did.
      own.current = null;
      fitted.current = null;
    };
  }, [live]);

  const follow = useEffectEvent((id: number, zoomFrom: (current: number) => number) => {
    const place = given.byId.get(id);
    if (!live || !place) return;
    const { lat, lng } = live.map.getCenter();
    own.current ??= { center: { latitude: lat, longitude: lng }, zoom: live.map.getZoom() };
    isFollowing.current = true;
    moveTo(live.map, { center: place, zoom: zoomFrom(live.map.getZoom()) });
    isFollowing.current = false;
  });

  /** The place that was closed last: getting the focus back is no reason to go there again. */
  const left = useRef<number | null>(null);
  useEffect(() => {
    if (!ready || highlightedId === null || highlightedId === announcedRef.current) return;
    announcedRef.current = null;
    const isLeft = highlightedId === left.current;
    left.current = null;
    if (isLeft) return;
    const rest = setTimeout(() => follow(highlightedId, hoverZoom), HOVER_REST_MS);
    return () => clearTimeout(rest);
  }, [ready, highlightedId, announcedRef]);

  const fitLater = useRef(false);
  const fit = useEffectEvent(() => {
    const { places, center, zoom, area, coveredBelow } = given;
    // An open place keeps the map for as long as it is open.
    fitLater.current = selectedId !== null;
    if (!live || fitLater.current) return;
    own.current = null;
    // Who chose the part that is in sight stays where he is.
    if (area && areaOf(inSight(live.map)).join() === area.join()) return;
    const bounds = boundsOf(places);
    moveTo(live.map, area ? { area } : bounds ? { bounds } : { center, zoom }, { coveredBelow });
  });
  const goBack = useEffectEvent(() => {
    if (fitLater.current) fit();
    else if (live && own.current) moveTo(live.map, own.current);
    own.current = null;
  });

  const opened = useRef<number | null>(null);
  useEffect(() => {
    if (!ready) return;
    if (selectedId !== null) follow(selectedId, selectedZoom);
    else if (opened.current !== null) {
      left.current = opened.current;
      goBack();
    }
    opened.current = selectedId;
  }, [ready, selectedId]);

  /** Whether the region's own view (row 58) will do: a phone may see nothing but the empty country in its middle. */
  const seesPlaces = useEffectEvent(() => !live || seesMost(inSight(live.map), given.places));
  const begin = useEffectEvent(() => {
    const { places, area, coveredBelow } = given;
    if (!live) return;
    const bounds = fitAtFirst ? boundsOf(places) : seesPlaces() ? null : boundsOfMost(places);
    if (area) moveTo(live.map, { area }, { atOnce: true });
    else if (bounds) moveTo(live.map, { bounds }, { coveredBelow, atOnce: true });
  });
  useEffect(() => {
    if (!live || !known || fitted.current !== null) return;
    // Before the first picture: nobody should see the map jump.
    fitted.current = fitKey;
    begin();
  }, [live, known, fitKey]);
  useEffect(() => {
    if (!ready || fitted.current === fitKey) return;
    const settle = setTimeout(() => {
      fitted.current = fitKey;
      fit();
    }, REFIT_DELAY_MS);
    return () => clearTimeout(settle);
  }, [ready, fitKey]);
}
