import { describe, expect, it } from "vitest";
import {
  FIT_MAX_ZOOM,
  HIGHLIGHT_SIZE,
  MARKER_SIZE,
  SHEET,
  SPOT_ZOOM,
  areaOf,
  boundsOf,
  boundsOfMost,
  contains,
  eastward,
  hoverZoom,
  limits,
  lngLat,
  onEarth,
  seesMost,
  selectedZoom,
  type Bounds,
} from "./view";

const cave = { latitude: 17.58137, longitude: 106.28308 };
const beach = { latitude: 17.47975, longitude: 106.63368 };

describe("the map's view", () => {
  it("has the sizes and zooms of the specification", () => {
    expect([FIT_MAX_ZOOM, SPOT_ZOOM, MARKER_SIZE, HIGHLIGHT_SIZE]).toEqual([15, 15, 36, 48]);
  });

  it("puts the smallest bounds around the places", () => {
    expect(boundsOf([cave, beach])).toEqual([106.28308, 17.47975, 106.63368, 17.58137]);
    expect(boundsOf([cave])).toEqual([106.28308, 17.58137, 106.28308, 17.58137]);
    expect(boundsOf([])).toBeNull();
  });

  it("names a part of the map to about ten metres, and nothing that is not on the earth", () => {
    expect(areaOf([106.200049, -0.00001, 106.400049, 17.65])).toEqual([106.2, -0, 106.4, 17.65]);
    expect(areaOf([-200, -95, 190, 91])).toEqual([-180, -90, 180, 90]);
  });

  it("puts bounds around most of them: the few that lie farthest out are left out", () => {
    const near = Array.from({ length: 38 }, (_, at) => ({ latitude: 17.5 + at / 1000, longitude: 106.3 }));
    const far = [
      { latitude: 16, longitude: 105 },
      { latitude: 19, longitude: 108 },
    ];
    expect(boundsOfMost([...near, ...far])).toEqual([106.3, 17.501, 106.3, 17.536]);
    expect(boundsOfMost([cave, beach])).toEqual(boundsOf([cave, beach]));
    expect(boundsOfMost([])).toBeNull();
  });

  it("comes close to a place that is pointed at or open, and never goes further out for it", () => {
    expect([hoverZoom(10), hoverZoom(16.5)]).toEqual([14, 16.5]);
    expect([selectedZoom(10), selectedZoom(16.5)]).toEqual([15, 16.5]);
  });

  it("keeps the traveller near the sheet, unless the guide is of another region", () => {
    const bounds = limits(cave);
    expect(bounds && bounds[0] < SHEET[0] && bounds[3] > SHEET[3]).toBe(true);
    expect(limits({ latitude: 21.03, longitude: 105.85 })).toBeNull();
    expect(contains(SHEET, beach)).toBe(true);
  });

  it("tells the library longitude first", () => {
    expect(lngLat(cave)).toEqual([106.28308, 17.58137]);
  });
});

describe("places on both sides of the date line", () => {
  const west = { latitude: -16.9, longitude: 179.99 };
  const east = { latitude: -16.8, longitude: -179.99 };
  const across: Bounds = [179.99, -16.9, -179.99, -16.8];

  it("lie in the smallest bounds around them, which cross it", () => {
    expect(boundsOf([east, west])).toEqual(across);
    expect(boundsOf([west, { latitude: -16.8, longitude: -10 }, east])).toEqual([179.99, -16.9, -10, -16.8]);
    expect(boundsOf([west])).toEqual([179.99, -16.9, 179.99, -16.9]);
  });

  it("leave out the few that lie farthest out on either side", () => {
    const near = Array.from({ length: 38 }, (_, at) => (at % 2 ? west : east));
    const far = [170, -170].map((longitude) => ({ latitude: -16.85, longitude }));
    expect(boundsOfMost([...near, ...far])).toEqual(across);
  });

  it("are within bounds that cross it, edges included, and the rest of the earth is not", () => {
    for (const longitude of [179.99, 180, -180, -179.99])
      expect(contains(across, { latitude: -16.85, longitude }), `${longitude}`).toBe(true);
    for (const longitude of [0, 106.3, 179.98, -179.98])
      expect(contains(across, { latitude: -16.85, longitude }), `${longitude}`).toBe(false);
    expect(contains(across, { latitude: -17, longitude: 180 })).toBe(false);
    expect(seesMost(across, [west, east])).toBe(true);
  });

  it("are in an area whose west is greater than its east, however the map library counts", () => {
    expect(areaOf([179.9, -17, 180.1, -16])).toEqual([179.9, -17, -179.9, -16]);
    expect(areaOf([-180.1, -17, -179.9, -16])).toEqual([179.9, -17, -179.9, -16]);
    expect(areaOf([179.9, -17, -179.9, -16])).toEqual([179.9, -17, -179.9, -16]);
    expect(areaOf([-180, -17, 180, -16])).toEqual([-180, -17, 180, -16]);
    expect(areaOf([170, -17, 180, -16])).toEqual([170, -17, 180, -16]);
    expect(onEarth([-190, -91, 180, 90])).toEqual([-180, -90, 180, 90]);
  });

  it("are shown to the map library as bounds that end east of 180 degrees", () => {
    expect(eastward([179.75, -17, -179.75, -16])).toEqual([179.75, -17, 180.25, -16]);
    expect(eastward(SHEET)).toEqual(SHEET);
  });
});
