import { describe, expect, it } from "vitest";
import { countTags, inOrder, narrow, within } from "./filterPlaces";
import { localTime, type Opening } from "@karst/client/opening/calendar";
import type { BBox } from "@/lib/paths";
import type { PlaceSummary } from "./summary";

const noon = localTime(new Date("2026-11-24T12:00:00+07:00"), "Asia/Ho_Chi_Minh");
const hours = (from: number, to: number): Opening => ({
  weeks: [{ from: "2026-11-16", days: [[[from, to]]] }],
  until: "2027-12-20",
});

const place = (id: number, name: string, more: Partial<PlaceSummary> = {}): PlaceSummary => ({
  id,
  slug: name.toLowerCase(),
  name,
  categories: ["cave"],
  ...more,
});
const names = (places: readonly PlaceSummary[]) => places.map(({ name }) => name);

const garden = place(1, "Garden", {
  opening: hours(420, 1020),
  isVerified: true,
  tags: ["forest", "walking"],
});
const market = place(2, "Market", { opening: hours(960, 1440), tags: ["night market", "Market"] });
const cave = place(3, "Động Cave", { isVerified: true, tags: ["river"] });
const ALL = [garden, market, cave];

describe("B9 and rows 45 to 54: what is left of the list", () => {
  it("open now: only what is known to be open", () => {
    expect(names(narrow(ALL, { isOpen: true, isVerified: false }, noon))).toEqual(["Garden"]);
    const evening = localTime(new Date("2026-11-24T20:00:00+07:00"), "Asia/Ho_Chi_Minh");
    expect(names(narrow(ALL, { isOpen: true, isVerified: false }, evening))).toEqual(["Market"]);
  });

  it("verified, alone and with open now", () => {
    expect(names(narrow(ALL, { isOpen: false, isVerified: true }, noon))).toEqual(["Garden", "Động Cave"]);
    expect(names(narrow(ALL, { isOpen: true, isVerified: true }, noon))).toEqual(["Garden"]);
  });
});

it("keeps to a part of the map, its edges included; a place whose point is unknown is nowhere", () => {
  const points = new Map([
    [1, { latitude: 17.5, longitude: 106.2 }],
    [2, { latitude: 17.7, longitude: 106.2 }],
  ]);
  const area: BBox = [106.2, 17.4, 106.4, 17.6];
  expect(names(within(ALL, area, points))).toEqual(["Garden"]);
  expect(within(ALL, area, null)).toBe(ALL);
  expect(within(ALL, null, points)).toBe(ALL);
});

it("keeps to a part of the map that crosses the date line", () => {
  const points = new Map([179.99, -179.99, 0].map((longitude, at) => [at + 1, { latitude: -17, longitude }]));
  expect(names(within(ALL, [179.9, -18, -179.9, -16], points))).toEqual(["Garden", "Market"]);
});

it("B14: nearest first; what has no distance comes last, and without distances nothing moves", () => {
  const distances = new Map([
    [1, 12.5],
    [2, 0.4],
  ]);
  expect(names(inOrder(ALL, "distance", distances))).toEqual(["Market", "Garden", "Động Cave"]);
  expect(inOrder(ALL, "distance", null)).toBe(ALL);
  expect(inOrder(ALL, "best", distances)).toBe(ALL);
  expect(names(inOrder(ALL, "name", null))).toEqual(["Động Cave", "Garden", "Market"]);
  const mixed = ["Động Thiên Đường", "Dune", "đồng Hới", "Dark Cave"].map((name, id) => place(id, name));
  expect(names(inOrder(mixed, "name", null))).toEqual([
    ...["Dark Cave", "đồng Hới", "Động Thiên Đường", "Dune"],
  ]);
});

it("row 52: a tag counts the places that choosing it leaves, parts of other tags included", () => {
  expect(countTags(ALL)).toEqual([
    { tag: "forest", count: 1 },
    { tag: "Market", count: 1 },
    { tag: "night market", count: 1 },
    { tag: "river", count: 1 },
    { tag: "walking", count: 1 },
  ]);
  expect(countTags([...ALL, place(4, "Stall", { tags: ["market"] })])[0]).toEqual({
    tag: "market",
    count: 2,
  });
});
