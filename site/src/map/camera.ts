/** Moving the camera: smoothly, or at once for those who asked for less motion. */
import type { Map as GlMap } from "maplibre-gl";
import { wantsStillness } from "./media";
import { FIT_MAX_ZOOM, FIT_PADDING, MOVE_MS, lngLat, type View } from "./view";

/**
 * Brings `view` into sight. A map that is not on screen yet has no size to fit into: it moves when it gets one.
 *
 * What is fitted stays clear of the lowest `coveredBelow` CSS pixels, where something lies on the map.
 */
export function moveTo(map: GlMap, view: View, coveredBelow = 0, atOnce = wantsStillness()): void {
  const { clientWidth, clientHeight } = map.getContainer();
  if (clientWidth === 0 || clientHeight === 0) {
    map.once("resize", () => moveTo(map, view, coveredBelow, atOnce));
    return;
  }
  if ("bounds" in view) {
    // Padding never takes more than half of a small map.
    const side = Math.min(FIT_PADDING, clientWidth / 4, clientHeight / 4);
    const below = side + Math.min(coveredBelow, clientHeight / 4);
    const padding = { top: side, right: side, bottom: below, left: side };
    const camera = map.cameraForBounds(view.bounds, { padding, maxZoom: FIT_MAX_ZOOM });
    if (camera) go(map, camera, atOnce);
  } else go(map, { center: lngLat(view.center), zoom: view.zoom }, atOnce);
}

type Camera = Parameters<GlMap["jumpTo"]>[0];

function go(map: GlMap, camera: Camera, atOnce: boolean): void {
  if (atOnce) map.jumpTo(camera);
  else map.easeTo({ ...camera, duration: MOVE_MS });
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
