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
  hoverZoom,
  limits,
  lngLat,
  selectedZoom,
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
