/** Constants of the map's view and calculations with bounds, without the map library. R56, R57, R58, R69 */
import type { Bounds, LatLng } from "@/lib/geo";

/** Where the camera goes: a center and a zoom, bounds to fit with padding, or an area that fills the map. */
export type View = { center: LatLng; zoom: number } | { bounds: Bounds } | { area: Bounds };

/** The closest zoom for fitted places. */
export const FIT_MAX_ZOOM = 15;
/** The smallest zoom for an open place. */
export const SELECTED_ZOOM = 15;
/** The smallest zoom for a place that is highlighted in the list. */
export const HOVER_MIN_ZOOM = 14;
export const ARTICLE_ZOOM = 14;
export const LOCATION_ZOOM = 15;

export const MIN_ZOOM = 7;
export const MAX_ZOOM = 18;

/** In CSS pixels. */
export const MARKER_SIZE = 36;
export const FIT_PADDING = 56;

/** The list may change several times in a row; the map fits it once. */
export const REFIT_DELAY_MS = 100;
/** The map follows a pointer in the list only after it has rested on a card for this long. */
export const HOVER_DELAY_MS = 120;
/** The duration of a camera movement; none under reduced motion. */
export const MOVE_DURATION_MS = 250;

/** The smallest bounds around `points`, across the date line if that is shorter; null if there are none. */
export function boundsOf(points: readonly LatLng[]): Bounds | null {
  return boundsWithoutOutliers(points, 0);
}

/** The share of points that `boundsOfMost` leaves out on each side. */
const OUTLIER_SHARE = 0.05;

/** Bounds around most of `points`: a few distant ones would make the rest small. */
export function boundsOfMost(points: readonly LatLng[]): Bounds | null {
  return boundsWithoutOutliers(points, OUTLIER_SHARE);
}

function boundsWithoutOutliers(points: readonly LatLng[], shareOnEachSide: number): Bounds | null {
  if (points.length === 0) return null;
  const skipped = Math.floor(points.length * shareOnEachSide);
  const longitudes = sortEastward(points.map(({ longitude }) => longitude).sort((a, b) => a - b));
  const latitudes = points.map(({ latitude }) => latitude).sort((a, b) => a - b);
  return [
    longitudes[skipped]!,
    latitudes[skipped]!,
    longitudes.at(-1 - skipped)!,
    latitudes.at(-1 - skipped)!,
  ];
}

/** Rotates sorted longitudes so that they begin after the widest gap between two neighbors on the earth. */
function sortEastward(longitudes: readonly number[]): number[] {
  let first = 0;
  let widest = longitudes[0]! + 360 - longitudes.at(-1)!;
  for (let index = 1; index < longitudes.length; index += 1) {
    const gap = longitudes[index]! - longitudes[index - 1]!;
    if (gap > widest) [first, widest] = [index, gap];
  }
  return [...longitudes.slice(first), ...longitudes.slice(0, first)];
}

/** Whether `point` lies within `bounds`, edges included. */
export function contains([west, south, east, north]: Bounds, { latitude, longitude }: LatLng): boolean {
  const isBetween =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}

/** Whether at least half of `points` lie within `bounds`. */
export function containsMost(bounds: Bounds, points: readonly LatLng[]): boolean {
  return points.filter((point) => contains(bounds, point)).length * 2 >= points.length;
}

/** About ten meters. */
const BOUNDS_DECIMALS = 4;

/** `bounds` normalized and rounded, for URLs and comparisons. */
export function roundBounds(bounds: Bounds): Bounds {
  return normalizeBounds(bounds).map((side) => Number(side.toFixed(BOUNDS_DECIMALS))) as Bounds;
}

/** Brings the map library's longitudes beyond 180 degrees back to the earth. 360 degrees or more become the whole earth. */
export function normalizeBounds([west, south, east, north]: Bounds): Bounds {
  const latitude = (degrees: number) => Math.max(-90, Math.min(90, degrees));
  const longitude = (degrees: number) =>
    Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360);
  const sides = east - west >= 360 ? [-180, 180] : [longitude(west), longitude(east)];
  return [sides[0]!, latitude(south), sides[1]!, latitude(north)];
}

/** `bounds` for the map library, which counts beyond 180 degrees where they cross the date line. */
export function unwrapBounds([west, south, east, north]: Bounds): Bounds {
  return [west, south, west > east ? east + 360 : east, north];
}

/** The zoom for a highlighted place; never zooms out. */
export function hoverZoom(current: number): number {
  return Math.max(current, HOVER_MIN_ZOOM);
}

/** The zoom for an open place; never zooms out. */
export function selectedZoom(current: number): number {
  return Math.max(current, SELECTED_ZOOM);
}

/** `point` in the order that GeoJSON and the map library use. */
export function toLngLat({ latitude, longitude }: LatLng): [number, number] {
  return [longitude, latitude];
}
