/** Moves the camera with an animation, or without one under reduced motion. */
import type { Map as GlMap } from "maplibre-gl";
import type { Bounds } from "@/lib/geo";
import { prefersReducedMotion } from "./mediaQueries";
import {
  FIT_MAX_ZOOM,
  FIT_PADDING,
  MOVE_DURATION_MS,
  normalizeBounds,
  toLngLat,
  unwrapBounds,
  type View,
} from "./view";

type Camera = Parameters<GlMap["jumpTo"]>[0];

type MoveOptions = {
  /** The height of the lower edge that something covers, in CSS pixels. Fitted places stay clear of it. */
  bottomInset?: number;
  isInstant?: boolean;
  /** Whether the user asked for the movement on the map. Events of the map carry this flag. */
  byUser?: boolean;
};

/** Shows `view`. A map that is not displayed has no size to fit into: it moves at its next resize. */
export function moveTo(map: GlMap, view: View, options: MoveOptions = {}): void {
  const { bottomInset = 0, isInstant = prefersReducedMotion(), byUser = false } = options;
  const { clientWidth, clientHeight } = map.getContainer();
  if (clientWidth === 0 || clientHeight === 0) {
    map.once("resize", () => moveTo(map, view, options));
    return;
  }
  const apply = (camera: Camera) =>
    isInstant
      ? map.jumpTo(camera, { byUser })
      : map.easeTo({ ...camera, duration: MOVE_DURATION_MS }, { byUser });
  if ("area" in view) {
    const camera = map.cameraForBounds(unwrapBounds(view.area));
    if (camera) apply(camera);
  } else if ("bounds" in view) {
    // Padding never takes more than half of a small map.
    const side = Math.min(FIT_PADDING, clientWidth / 4, clientHeight / 4);
    const bottom = side + Math.min(bottomInset, clientHeight / 4);
    const padding = { top: side, right: side, bottom, left: side };
    const camera = map.cameraForBounds(unwrapBounds(view.bounds), { padding, maxZoom: FIT_MAX_ZOOM });
    if (camera) apply(camera);
  } else apply({ center: toLngLat(view.center), zoom: view.zoom });
}

export function visibleBounds(map: GlMap): Bounds {
  const bounds = map.getBounds();
  return normalizeBounds([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]);
}

/** Moves the map so that `element`, which lies on it, is fully visible. */
export function panIntoView(map: GlMap, element: Element): void {
  const margin = { side: 12, bottom: 32 }; // keeps the attribution at the lower edge readable
  const inner = element.getBoundingClientRect();
  const outer = map.getContainer().getBoundingClientRect();
  const shift = (start: number, end: number, from: number, to: number) => {
    if (start < from) return start - from;
    return end > to ? Math.min(end - to, start - from) : 0; // an element that is too large shows its beginning
  };
  const offset: [number, number] = [
    shift(inner.left, inner.right, outer.left + margin.side, outer.right - margin.side),
    shift(inner.top, inner.bottom, outer.top + margin.side, outer.bottom - margin.bottom),
  ];
  if (offset[0] !== 0 || offset[1] !== 0)
    map.panBy(offset, { duration: prefersReducedMotion() ? 0 : MOVE_DURATION_MS });
}
