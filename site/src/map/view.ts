/**
 * Where the map looks: its constants and the arithmetic of bounds. Pure, and free of the map library.
 * Source: product specification §9 "Maps", rows 56 to 58 and 69.
 */

/** A point on the earth, in degrees (WGS 84). */
export type Point = { latitude: number; longitude: number };

/** West, south, east, north, in degrees. Where west is greater than east they cross the date line (RFC 7946, 5.2). */
export type Bounds = [west: number, south: number, east: number, north: number];

/** What a camera needs: a centre and a zoom, places to bring into view by their bounds, or a part of the map to fill it. */
export type View = { center: Point; zoom: number } | { bounds: Bounds } | { area: Bounds };

/** Fitting the visible places never comes closer than this. */
export const FIT_MAX_ZOOM = 15;
/** A place that is opened is seen from at least this close. */
export const SELECTED_ZOOM = 15;
/** A place that is pointed at in the list is seen from at least this close. */
export const HOVER_MIN_ZOOM = 14;
export const ARTICLE_ZOOM = 14;
export const SPOT_ZOOM = 15;

export const MIN_ZOOM = 7;
export const MAX_ZOOM = 18;

/** Sizes in CSS pixels. */
export const MARKER_SIZE = 36;
export const HIGHLIGHT_SIZE = 48;
export const FIT_PADDING = 56;

/** Time for the list to settle before the map fits it (product specification §4, "Filters"). */
export const REFIT_DELAY_MS = 100;
/** A pointer crossing the list must rest this long on a card before the map follows it. */
export const HOVER_REST_MS = 120;
/** One camera movement; none under reduced motion. */
export const MOVE_MS = 250;

/** What the built-in basemap covers; beyond it there is nothing to draw. See public/basemap. */
export const SHEET: Bounds = [105.6, 17.0, 107.0, 18.2];
/** How far past the sheet's edge one may look, in degrees. */
const SHEET_MARGIN = 0.15;

/** The smallest bounds around `points`, on whichever side of the earth; null when there are none. */
export function boundsOf(points: readonly Point[]): Bounds | null {
  return boundsWithin(points, 0);
}

/** How much of its points `boundsOfMost` leaves out on each side. */
const OUTLYING = 0.05;

/** Bounds around most of `points`: the few that lie farthest out would make the rest small. */
export function boundsOfMost(points: readonly Point[]): Bounds | null {
  return boundsWithin(points, OUTLYING);
}

/** Bounds around `points` without this share of them on each side. */
function boundsWithin(points: readonly Point[], outlying: number): Bounds | null {
  if (points.length === 0) return null;
  const out = Math.floor(points.length * outlying);
  const eastward = fromWest(points.map(({ longitude }) => longitude).sort((a, b) => a - b));
  const northward = points.map(({ latitude }) => latitude).sort((a, b) => a - b);
  return [eastward[out]!, northward[out]!, eastward.at(-1 - out)!, northward.at(-1 - out)!];
}

/** Sorted longitudes in their order eastward, beginning after the widest gap between two neighbors on the earth. */
function fromWest(longitudes: readonly number[]): number[] {
  let first = 0;
  let widest = longitudes[0]! + 360 - longitudes.at(-1)!;
  for (let at = 1; at < longitudes.length; at += 1) {
    const gap = longitudes[at]! - longitudes[at - 1]!;
    if (gap > widest) [first, widest] = [at, gap];
  }
  return [...longitudes.slice(first), ...longitudes.slice(0, first)];
}

/** Whether `point` lies within `bounds`, edges included. */
export function contains([west, south, east, north]: Bounds, { latitude, longitude }: Point): boolean {
  const isBetween =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}

/** Whether at least half of `points` lie within `bounds`. */
export function seesMost(bounds: Bounds, points: readonly Point[]): boolean {
  return points.filter((point) => contains(bounds, point)).length * 2 >= points.length;
}

/** About ten metres: sides that differ by less are one. */
const AREA_DIGITS = 4;

/** `bounds` as an address says them, and as two of them are compared. */
export function areaOf(bounds: Bounds): Bounds {
  return onEarth(bounds).map((side) => Number(side.toFixed(AREA_DIGITS))) as Bounds;
}

/** What the map library counts beyond 180 degrees, as longitudes on the earth; more than the whole earth is the earth. */
export function onEarth([west, south, east, north]: Bounds): Bounds {
  const latitude = (degrees: number) => Math.max(-90, Math.min(90, degrees));
  const longitude = (degrees: number) =>
    Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360);
  const sides = east - west >= 360 ? [-180, 180] : [longitude(west), longitude(east)];
  return [sides[0]!, latitude(south), sides[1]!, latitude(north)];
}

/** `bounds` as the map library wants them: east of 180 degrees where they cross the date line. */
export function eastward([west, south, east, north]: Bounds): Bounds {
  return [west, south, west > east ? east + 360 : east, north];
}

/** The zoom for a place pointed at in the list: never further out than the traveller already is. */
export function hoverZoom(current: number): number {
  return Math.max(current, HOVER_MIN_ZOOM);
}

/** The zoom for a place that was opened. */
export function selectedZoom(current: number): number {
  return Math.max(current, SELECTED_ZOOM);
}

/**
 * How far the map may be dragged on the built-in basemap: the sheet and a margin.
 * Null (anywhere) when the region lies elsewhere: its map is blank, or drawn in a style of the operator's.
 */
export function limits(center: Point): Bounds | null {
  if (!contains(SHEET, center)) return null;
  const [west, south, east, north] = SHEET;
  return [west - SHEET_MARGIN, south - SHEET_MARGIN, east + SHEET_MARGIN, north + SHEET_MARGIN];
}

/** `point` in the order GeoJSON and the map library use. */
export function lngLat({ latitude, longitude }: Point): [number, number] {
  return [longitude, latitude];
}
