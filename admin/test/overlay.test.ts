import { describe, expect, it } from "vitest";
import { overlayOf, parseOverlay } from "../src/articles/overlay";

const line = { type: "LineString", coordinates: [[106.28, 17.58], [106.3, 17.6]] }; // prettier-ignore
const errorOf = (value: unknown) =>
  parseOverlay(typeof value === "string" ? value : JSON.stringify(value)).error;

// R138
describe("the overlay of an article's map", () => {
  it("is any GeoJSON, with a summary", () => {
    expect(parseOverlay(JSON.stringify(line))).toMatchObject({
      overlay: line,
      summary: expect.stringMatching(/LineString, 2 positions/),
    });
    const collection = {
      type: "FeatureCollection",
      features: [line, { type: "Point", coordinates: [106.1, 17.4, 80] }].map((geometry) => ({
        type: "Feature",
        properties: { name: "Đường mòn" },
        geometry,
      })),
    };
    expect(parseOverlay(JSON.stringify(collection)).summary).toContain("LineString, Point, 3 positions");
    expect(errorOf({ type: "GeometryCollection", geometries: [line, line] })).toBeUndefined();
    expect(errorOf({ type: "Feature", properties: null, geometry: null })).toBeUndefined();
    expect(parseOverlay("  ")).toEqual({ overlay: null });
  });

  it.each([
    ['{"type": "LineString",\n "coordinates": [[1, 2],\n}', /not valid JSON yet/],
    ["[106.28, 17.58]", /must be an object/],
    [{ coordinates: [] }, /“type”/],
    [{ type: "Route", coordinates: [] }, /“Route” is not a GeoJSON type/],
    [{ type: "FeatureCollection" }, /FeatureCollection needs “features”/],
    [{ type: "Feature", properties: {} }, /Feature needs “geometry”/],
    [{ type: "Point" }, /Point needs “coordinates”/],
    [{ type: "Point", coordinates: [17.58, 106.28] }, /\[17.58, 106.28\] looks swapped/],
    [{ type: "Point", coordinates: [200, 17] }, /\[200, 17\] is not a position/],
    [{ type: "Point", coordinates: ["106", 17] }, /not a position/],
    [{ type: "LineString", coordinates: [[106, 17]] }, /at least two/],
    [{ type: "Polygon", coordinates: [[[1, 1], [2, 2], [3, 1], [1, 2]]] }, /must end where it begins/], // prettier-ignore
  ])("explains the error in %j", (value, message) => {
    expect(errorOf(value)).toMatch(message);
  });

  it("is sent as text if it is not JSON, so that validation rejects it", () => {
    expect(overlayOf("{")).toBe("{");
    expect(overlayOf("")).toBeNull();
    expect(overlayOf(JSON.stringify(line))).toEqual(line);
  });
});
