/** The geometry of the printed sheet: its grid, and the blank beyond its edge. */
import type { Bounds } from "./view";

/** Lines of longitude and latitude inside `bounds`, `step` degrees apart, without the edges. */
export function grid(bounds: Bounds, step: number): GeoJSON.Feature<GeoJSON.MultiLineString> {
  const [west, south, east, north] = bounds;
  const meridians = between(west, east, step).map((x) => line([x, south], [x, north]));
  const parallels = between(south, north, step).map((y) => line([west, y], [east, y]));
  return {
    type: "Feature",
    properties: {},
    geometry: { type: "MultiLineString", coordinates: [...meridians, ...parallels] },
  };
}

function line(from: GeoJSON.Position, to: GeoJSON.Position): GeoJSON.Position[] {
  return [from, to];
}

/** The values strictly between `from` and `to`, `step` apart. Counted, not added up: 0.1 has no exact binary form. */
function between(from: number, to: number, step: number): number[] {
  const count = Math.round((to - from) / step) - 1;
  return Array.from({ length: count }, (_, index) => from + (index + 1) * step);
}

/** How wide the blank frame around the sheet is, in degrees; more than any allowed view shows. */
const FAR = 12;

/** Everything around `bounds`: a wide frame with the sheet as its hole. */
export function beyond([west, south, east, north]: Bounds): GeoJSON.Feature<GeoJSON.Polygon> {
  const frame = ring([west - FAR, south - FAR, east + FAR, north + FAR]);
  const hole = ring([west, south, east, north]).reverse();
  return { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [frame, hole] } };
}

/** The corners of `bounds`, counter-clockwise and closed. */
function ring([west, south, east, north]: Bounds): GeoJSON.Position[] {
  const corners: GeoJSON.Position[] = [];
  corners.push([west, south], [east, south], [east, north], [west, north], [west, south]);
  return corners;
}
