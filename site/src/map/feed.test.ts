import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchFeed, filterByIds, sameIds, sortByPremium, toPlace, toPlaces, type FeedFeature } from "./feed";

function feature(id: number, properties: Partial<FeedFeature["properties"]> = {}): FeedFeature {
  return {
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [106.28308, 17.58137] },
    properties: {
      name: `Place ${id}`,
      slug: `place-${id}`,
      category: "cave",
      color: "#78350F",
      premium: false,
      approximate: false,
      alert: null,
      ...properties,
    },
  };
}

const ICONS = { cave: "mountain", plain: null };

afterEach(() => vi.unstubAllGlobals());

describe("the GeoJSON feed of places", () => {
  it("gives each place the color and icon of its category", () => {
    expect(toPlace(feature(7), ICONS)).toMatchObject({
      id: 7,
      color: "#78350F",
      icon: "mountain",
      latitude: 17.58137,
    });
  });

  // R55
  it("uses gray and a pin if the category is unknown or has no color and icon", () => {
    expect(toPlace(feature(7, { category: "harbour", color: null }), ICONS)).toMatchObject({
      color: "#6B7280",
      icon: "map-pin",
    });
    expect(toPlace(feature(7, { category: "plain" }), ICONS)?.icon).toBe("map-pin");
    expect(toPlace(feature(7, { category: null, color: "red" }), ICONS)).toMatchObject({
      color: "#6B7280",
      icon: "map-pin",
    });
  });

  it("omits features without coordinates", () => {
    const withoutPoint = {
      ...feature(8),
      geometry: { type: "Point", coordinates: [] },
    } as unknown as FeedFeature;
    expect(toPlaces([feature(7), withoutPoint], ICONS).map((place) => place.id)).toEqual([7]);
  });

  it("filters places by id, and null keeps all", () => {
    const places = toPlaces([feature(1), feature(2), feature(3)], ICONS);
    expect(filterByIds(places, [3, 1, 99]).map((place) => place.id)).toEqual([1, 3]);
    expect(filterByIds(places, [])).toEqual([]);
    expect(filterByIds(places, null)).toBe(places);
  });

  it("sorts premium places first, then by name in Vietnamese order", () => {
    const names = ["Xuân Sơn", "Đồng Hới", "Động Phong Nha", "Bồng Lai"];
    const places = toPlaces(
      names.map((name, index) => feature(index, { name, premium: name === "Xuân Sơn" })),
      ICONS,
    );
    expect(sortByPremium(places).map((place) => place.name)).toEqual([
      "Xuân Sơn",
      "Bồng Lai",
      "Đồng Hới",
      "Động Phong Nha",
    ]);
  });

  it("compares lists of ids by content and order", () => {
    expect(sameIds([1, 2], [1, 2])).toBe(true);
    expect(sameIds([1, 2], [2, 1])).toBe(false);
    expect(sameIds(null, [])).toBe(false);
    expect(sameIds(null, null)).toBe(true);
  });

  it("rejects with the status of the response, or if it has no features", async () => {
    const signal = new AbortController().signal;
    vi.stubGlobal("fetch", async () => new Response("", { status: 503, statusText: "Service Unavailable" }));
    await expect(fetchFeed(signal)).rejects.toThrow("503: Service Unavailable");
    vi.stubGlobal("fetch", async () => Response.json({ title: "something else" }));
    await expect(fetchFeed(signal)).rejects.toThrow("no features");
    vi.stubGlobal("fetch", async () => Response.json({ features: [feature(1)] }));
    await expect(fetchFeed(signal)).resolves.toHaveLength(1);
  });
});
