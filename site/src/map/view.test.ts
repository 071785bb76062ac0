import { describe, expect, it } from "vitest";
import type { Bounds } from "@/lib/geo";
import { COVERAGE_BOUNDS, maxBounds } from "@karst/web/map-style";
import {
  boundsOf,
  boundsOfMost,
  contains,
  containsMost,
  hoverZoom,
  normalizeBounds,
  roundBounds,
  selectedZoom,
  toLngLat,
  unwrapBounds,
} from "./view";

const cave = { latitude: 17.58137, longitude: 106.28308 };
const beach = { latitude: 17.47975, longitude: 106.63368 };

describe("the view of the map", () => {
  it("finds the smallest bounds around places", () => {
    expect(boundsOf([cave, beach])).toEqual([106.28308, 17.47975, 106.63368, 17.58137]);
    expect(boundsOf([cave])).toEqual([106.28308, 17.58137, 106.28308, 17.58137]);
    expect(boundsOf([])).toBeNull();
  });

  it("rounds bounds to about ten meters and limits them to the earth", () => {
    expect(roundBounds([106.200049, -0.00001, 106.400049, 17.65])).toEqual([106.2, -0, 106.4, 17.65]);
    expect(roundBounds([-200, -95, 190, 91])).toEqual([-180, -90, 180, 90]);
  });

  it("finds bounds around most places, without outliers", () => {
    const near = Array.from({ length: 38 }, (_, at) => ({ latitude: 17.5 + at / 1000, longitude: 106.3 }));
    const far = [
      { latitude: 16, longitude: 105 },
      { latitude: 19, longitude: 108 },
    ];
    expect(boundsOfMost([...near, ...far])).toEqual([106.3, 17.501, 106.3, 17.536]);
    expect(boundsOfMost([cave, beach])).toEqual(boundsOf([cave, beach]));
    expect(boundsOfMost([])).toBeNull();
  });

  // R57, R58
  it("zooms in to a highlighted or open place, and never out", () => {
    expect([hoverZoom(10), hoverZoom(16.5)]).toEqual([14, 16.5]);
    expect([selectedZoom(10), selectedZoom(16.5)]).toEqual([15, 16.5]);
  });

  it("limits dragging to the coverage of the basemap, unless the region lies elsewhere", () => {
    const bounds = maxBounds(cave);
    expect(bounds && bounds[0] < COVERAGE_BOUNDS[0] && bounds[3] > COVERAGE_BOUNDS[3]).toBe(true);
    expect(maxBounds({ latitude: 21.03, longitude: 105.85 })).toBeNull();
    expect(contains(COVERAGE_BOUNDS, beach)).toBe(true);
  });

  it("gives the library longitude first", () => {
    expect(toLngLat(cave)).toEqual([106.28308, 17.58137]);
  });
});

describe("places on both sides of the date line", () => {
  const west = { latitude: -16.9, longitude: 179.99 };
  const east = { latitude: -16.8, longitude: -179.99 };
  const across: Bounds = [179.99, -16.9, -179.99, -16.8];

  it("have the smallest bounds across it", () => {
    expect(boundsOf([east, west])).toEqual(across);
    expect(boundsOf([west, { latitude: -16.8, longitude: -10 }, east])).toEqual([179.99, -16.9, -10, -16.8]);
    expect(boundsOf([west])).toEqual([179.99, -16.9, 179.99, -16.9]);
  });

  it("have bounds without outliers on either side", () => {
    const near = Array.from({ length: 38 }, (_, at) => (at % 2 ? west : east));
    const far = [170, -170].map((longitude) => ({ latitude: -16.85, longitude }));
    expect(boundsOfMost([...near, ...far])).toEqual(across);
  });

  it("are inside bounds across it, edges included", () => {
    for (const longitude of [179.99, 180, -180, -179.99])
      expect(contains(across, { latitude: -16.85, longitude }), `${longitude}`).toBe(true);
    for (const longitude of [0, 106.3, 179.98, -179.98])
      expect(contains(across, { latitude: -16.85, longitude }), `${longitude}`).toBe(false);
    expect(contains(across, { latitude: -17, longitude: 180 })).toBe(false);
    expect(containsMost(across, [west, east])).toBe(true);
  });

  it("are in bounds whose west is greater than their east, for any longitudes of the map library", () => {
    expect(roundBounds([179.9, -17, 180.1, -16])).toEqual([179.9, -17, -179.9, -16]);
    expect(roundBounds([-180.1, -17, -179.9, -16])).toEqual([179.9, -17, -179.9, -16]);
    expect(roundBounds([179.9, -17, -179.9, -16])).toEqual([179.9, -17, -179.9, -16]);
    expect(roundBounds([-180, -17, 180, -16])).toEqual([-180, -17, 180, -16]);
    expect(roundBounds([170, -17, 180, -16])).toEqual([170, -17, 180, -16]);
    expect(normalizeBounds([-190, -91, 180, 90])).toEqual([-180, -90, 180, 90]);
  });

  it("are in bounds that end east of 180 degrees for the map library", () => {
    expect(unwrapBounds([179.75, -17, -179.75, -16])).toEqual([179.75, -17, 180.25, -16]);
    expect(unwrapBounds(COVERAGE_BOUNDS)).toEqual(COVERAGE_BOUNDS);
  });
});
