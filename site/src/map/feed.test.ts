import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchFeed, inOrder, sameIds, shown, toPlace, toPlaces, type FeedFeature } from "./feed";

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
      ...properties,
    },
  };
}

const ICONS = { cave: "mountain", plain: null };

afterEach(() => vi.unstubAllGlobals());

describe("the feed of places", () => {
  it("gives each place its category's colour and icon", () => {
    expect(toPlace(feature(7), ICONS)).toMatchObject({
      id: 7,
      color: "#78350F",
      icon: "mountain",
      latitude: 17.58137,
    });
  });

  it("is grey with a pin where the category is unknown, or has no colour and no icon", () => {
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

  it("leaves out what has no point", () => {
    const lost = { ...feature(8), geometry: { type: "Point", coordinates: [] } } as unknown as FeedFeature;
    expect(toPlaces([feature(7), lost], ICONS).map((place) => place.id)).toEqual([7]);
  });

  it("shows the visible places, or all", () => {
    const places = toPlaces([feature(1), feature(2), feature(3)], ICONS);
    expect(shown(places, [3, 1, 99]).map((place) => place.id)).toEqual([1, 3]);
    expect(shown(places, [])).toEqual([]);
    expect(shown(places, null)).toBe(places);
  });

  it("lists premium places first, then by their Vietnamese names", () => {
    const names = ["Xuân Sơn", "Đồng Hới", "Động Phong Nha", "Bồng Lai"];
    const places = toPlaces(
      names.map((name, index) => feature(index, { name, premium: name === "Xuân Sơn" })),
      ICONS,
    );
    expect(inOrder(places).map((place) => place.name)).toEqual([
      "Xuân Sơn",
      "Bồng Lai",
      "Đồng Hới",
      "Động Phong Nha",
    ]);
  });

  it("knows the same ids in a new list", () => {
    expect(sameIds([1, 2], [1, 2])).toBe(true);
    expect(sameIds([1, 2], [2, 1])).toBe(false);
    expect(sameIds(null, [])).toBe(false);
    expect(sameIds(null, null)).toBe(true);
  });

  it("is refused with its status when it does not come", async () => {
    const signal = new AbortController().signal;
    vi.stubGlobal("fetch", async () => new Response("", { status: 503, statusText: "Service Unavailable" }));
    await expect(fetchFeed(signal)).rejects.toThrow("503: Service Unavailable");
    vi.stubGlobal("fetch", async () => Response.json({ title: "something else" }));
    await expect(fetchFeed(signal)).rejects.toThrow("no features");
    vi.stubGlobal("fetch", async () => Response.json({ features: [feature(1)] }));
    await expect(fetchFeed(signal)).resolves.toHaveLength(1);
  });
});
