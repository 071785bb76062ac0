/** Moving the camera: smoothly, or at once for those who asked for less motion. */
import type { Map as GlMap } from "maplibre-gl";
import { wantsStillness } from "./mediaQueries";
import {
  FIT_MAX_ZOOM,
  FIT_PADDING,
  MOVE_MS,
  eastward,
  lngLat,
  onEarth,
  type Bounds,
  type View,
} from "./view";

/**
 * Brings `view` into sight. A map that is not on screen yet has no size to fit into: it moves when it gets one.
 *
 * Places that are fitted stay clear of the lowest `coveredBelow` CSS pixels, where something lies on the map.
 * `byTraveller`: somebody asked for it on the map; its events say so.
 */
export function moveTo(map: GlMap, view: View, given: Way = {}): void {
  const { coveredBelow = 0, atOnce = wantsStillness(), byTraveller = false } = given;
  const { clientWidth, clientHeight } = map.getContainer();
  if (clientWidth === 0 || clientHeight === 0) {
    map.once("resize", () => moveTo(map, view, given));
    return;
  }
  const go = (camera: Camera) =>
    atOnce
      ? map.jumpTo(camera, { byTraveller })
      : map.easeTo({ ...camera, duration: MOVE_MS }, { byTraveller });
  if ("area" in view) {
    const camera = map.cameraForBounds(eastward(view.area));
    if (camera) go(camera);
  } else if ("bounds" in view) {
    // Padding never takes more than half of a small map.
    const side = Math.min(FIT_PADDING, clientWidth / 4, clientHeight / 4);
    const below = side + Math.min(coveredBelow, clientHeight / 4);
    const padding = { top: side, right: side, bottom: below, left: side };
    const camera = map.cameraForBounds(eastward(view.bounds), { padding, maxZoom: FIT_MAX_ZOOM });
    if (camera) go(camera);
  } else go({ center: lngLat(view.center), zoom: view.zoom });
}

type Camera = Parameters<GlMap["jumpTo"]>[0];

/** How to go there. */
type Way = { coveredBelow?: number; atOnce?: boolean; byTraveller?: boolean };

/** The part of the map that is in sight. */
export function inSight(map: GlMap): Bounds {
  const bounds = map.getBounds();
  return onEarth([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]);
}

/** Moves the map so that `element`, which lies on it, is wholly inside it. */
export function reveal(map: GlMap, element: Element): void {
  const margin = { side: 12, end: 32 }; // the sources at the lower edge stay readable
  const inner = element.getBoundingClientRect();
  const outer = map.getContainer().getBoundingClientRect();
  const shift = (start: number, end: number, from: number, to: number) => {
    if (start < from) return start - from;
    return end > to ? Math.min(end - to, start - from) : 0; // rather lose the end than the beginning
  };
  const by: [number, number] = [
    shift(inner.left, inner.right, outer.left + margin.side, outer.right - margin.side),
    shift(inner.top, inner.bottom, outer.top + margin.side, outer.bottom - margin.end),
  ];
  if (by[0] !== 0 || by[1] !== 0) map.panBy(by, { duration: wantsStillness() ? 0 : MOVE_MS });
}
