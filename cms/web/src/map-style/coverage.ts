/** The area that the built-in basemap covers: its bounds, its grid, and the mask around it. */
import type { Bounds, LatLng } from "./geo";

/** The basemap has no data beyond these bounds; see public/basemap. */
export const COVERAGE_BOUNDS: Bounds = [105.6, 17.0, 107.0, 18.2];
/** How far the map may be dragged beyond them, in degrees. */
const COVERAGE_MARGIN = 0.15;

/**
 * The limits for dragging the built-in basemap.
 * Null (no limits) if the region lies elsewhere: its map is blank or has the operator's own style.
 */
export function maxBounds({ latitude, longitude }: LatLng): Bounds | null {
  const [west, south, east, north] = COVERAGE_BOUNDS;
  if (longitude < west || longitude > east || latitude < south || latitude > north) return null;
  return [west - COVERAGE_MARGIN, south - COVERAGE_MARGIN, east + COVERAGE_MARGIN, north + COVERAGE_MARGIN];
}

/** Lines of longitude and latitude inside `bounds`, `step` degrees apart, without the edges. */
export function gridLines(bounds: Bounds, step: number): GeoJSON.Feature<GeoJSON.MultiLineString> {
  const [west, south, east, north] = bounds;
  const meridians = valuesBetween(west, east, step).map((x) => line([x, south], [x, north]));
  const parallels = valuesBetween(south, north, step).map((y) => line([west, y], [east, y]));
  return {
    type: "Feature",
    properties: {},
    geometry: { type: "MultiLineString", coordinates: [...meridians, ...parallels] },
  };
}

function line(from: GeoJSON.Position, to: GeoJSON.Position): GeoJSON.Position[] {
  return [from, to];
}

/** The values strictly between `from` and `to`. Multiplied, not added up: 0.1 has no exact binary form. */
function valuesBetween(from: number, to: number, step: number): number[] {
  const count = Math.round((to - from) / step) - 1;
  return Array.from({ length: count }, (_, index) => from + (index + 1) * step);
}

/** The width of the mask in degrees, more than any allowed view shows. */
const MASK_DEGREES = 12;

/** Everything around `bounds`: a wide frame with the bounds as its hole. */
export function maskAround([west, south, east, north]: Bounds): GeoJSON.Feature<GeoJSON.Polygon> {
  const frame = ring([west - MASK_DEGREES, south - MASK_DEGREES, east + MASK_DEGREES, north + MASK_DEGREES]);
  const hole = ring([west, south, east, north]).reverse();
  return { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [frame, hole] } };
}

/** The corners of `bounds`, counter-clockwise and closed. */
function ring([west, south, east, north]: Bounds): GeoJSON.Position[] {
  const corners: GeoJSON.Position[] = [];
  corners.push([west, south], [east, south], [east, north], [west, north], [west, south]);
  return corners;
}
