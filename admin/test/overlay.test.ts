import { describe, expect, it } from "vitest";
import { overlayOf, readOverlay } from "../src/articles/overlay";

const line = { type: "LineString", coordinates: [[106.28, 17.58], [106.3, 17.6]] }; // prettier-ignore
const said = (value: unknown) => readOverlay(typeof value === "string" ? value : JSON.stringify(value)).fault;

// R138
describe("the overlay of an article's map", () => {
  it("is any GeoJSON, and how much of it is told", () => {
    expect(readOverlay(JSON.stringify(line))).toMatchObject({
      overlay: line,
      told: /LineString, 2 positions/,
    });
    const collection = {
      type: "FeatureCollection",
      features: [line, { type: "Point", coordinates: [106.1, 17.4, 80] }].map((geometry) => ({
        type: "Feature",
        properties: { name: "Đường mòn" },
        geometry,
      })),
    };
    expect(readOverlay(JSON.stringify(collection)).told).toContain("LineString, Point, 3 positions");
    expect(said({ type: "GeometryCollection", geometries: [line, line] })).toBeUndefined();
    expect(said({ type: "Feature", properties: null, geometry: null })).toBeUndefined();
    expect(readOverlay("  ")).toEqual({ overlay: null });
  });

  it.each([
    ['{"type": "LineString",\n "coordinates": [[1, 2],\n}', /not JSON yet/],
    ["[106.28, 17.58]", /object in braces/],
    [{ coordinates: [] }, /“type”/],
    [{ type: "Route", coordinates: [] }, /“Route” is no type/],
    [{ type: "FeatureCollection" }, /FeatureCollection needs “features”/],
    [{ type: "Feature", properties: {} }, /Feature needs “geometry”/],
    [{ type: "Point" }, /Point needs “coordinates”/],
    [{ type: "Point", coordinates: [17.58, 106.28] }, /\[17.58, 106.28\] looks swapped/],
    [{ type: "Point", coordinates: [200, 17] }, /\[200, 17\] is no position/],
    [{ type: "Point", coordinates: ["106", 17] }, /no position/],
    [{ type: "LineString", coordinates: [[106, 17]] }, /at least two/],
    [{ type: "Polygon", coordinates: [[[1, 1], [2, 2], [3, 1], [1, 2]]] }, /ends where it begins/], // prettier-ignore
  ])("says what is wrong with %j", (value, sentence) => {
    expect(said(value)).toMatch(sentence);
  });

  it("is sent as it was typed when it is no JSON, so that the contract's sentence is about it", () => {
    expect(overlayOf("{")).toBe("{");
    expect(overlayOf("")).toBeNull();
    expect(overlayOf(JSON.stringify(line))).toEqual(line);
  });
});
