import { describe, expect, it } from "vitest";
import { countTags, filterByBounds, filterByState, sortPlaces } from "./filterPlaces";
import { localTime, type OpeningSchedule } from "@karst/client/opening/calendar";
import type { Bounds } from "@/lib/geo";
import type { PlaceSummary } from "./summary";

const noon = localTime(new Date("2026-11-24T12:00:00+07:00"), "Asia/Ho_Chi_Minh");
const hours = (from: number, to: number): OpeningSchedule => ({
  weeks: [{ from: "2026-11-16", days: [[[from, to]]] }],
  until: "2027-12-20",
});

const place = (id: number, name: string, changes: Partial<PlaceSummary> = {}): PlaceSummary => ({
  id,
  slug: name.toLowerCase(),
  name,
  categories: ["cave"],
  ...changes,
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

const any = { isOpen: false, isVerified: false, goodIn: null };

// R209
describe("filterByState", () => {
  it("keeps only places that are known to be open", () => {
    expect(names(filterByState(ALL, { ...any, isOpen: true }, noon))).toEqual(["Garden"]);
    const evening = localTime(new Date("2026-11-24T20:00:00+07:00"), "Asia/Ho_Chi_Minh");
    expect(names(filterByState(ALL, { ...any, isOpen: true }, evening))).toEqual(["Market"]);
  });

  it("combines verified places with open ones", () => {
    expect(names(filterByState(ALL, { ...any, isVerified: true }, noon))).toEqual(["Garden", "Động Cave"]);
    expect(names(filterByState(ALL, { ...any, isOpen: true, isVerified: true }, noon))).toEqual(["Garden"]);
  });

  // R492
  it("leaves out places that an alert closes", () => {
    const closed = { ...garden, alert: "closed" as const };
    const danger = { ...garden, id: 9, alert: "danger" as const };
    expect(filterByState([closed, danger], { ...any, isOpen: true }, noon)).toEqual([danger]);
  });

  // R494
  it("keeps places that are good in a month, and those that are only closed in others", () => {
    const dry = place(4, "Dry", { goodMonths: [2, 3], closedMonths: [10] });
    const flooded = place(5, "Flooded", { closedMonths: [9, 10] });
    const found = (goodIn: number) => names(filterByState([dry, flooded, cave], { ...any, goodIn }, null));
    expect([found(3), found(5), found(10)]).toEqual([["Dry", "Flooded"], ["Flooded"], []]);
  });
});

it("keeps places inside bounds, edges included, and removes places without a point", () => {
  const points = new Map([
    [1, { latitude: 17.5, longitude: 106.2 }],
    [2, { latitude: 17.7, longitude: 106.2 }],
  ]);
  const area: Bounds = [106.2, 17.4, 106.4, 17.6];
  expect(names(filterByBounds(ALL, area, points))).toEqual(["Garden"]);
  expect(filterByBounds(ALL, area, null)).toBe(ALL);
  expect(filterByBounds(ALL, null, points)).toBe(ALL);
});

it("keeps places inside bounds across the date line", () => {
  const points = new Map([179.99, -179.99, 0].map((longitude, at) => [at + 1, { latitude: -17, longitude }]));
  expect(names(filterByBounds(ALL, [179.9, -18, -179.9, -16], points))).toEqual(["Garden", "Market"]);
});

// R214
it("sorts by distance with unknown distances last, and keeps the order while there are no distances", () => {
  const distances = new Map([
    [1, 12.5],
    [2, 0.4],
  ]);
  expect(names(sortPlaces(ALL, "distance", distances))).toEqual(["Market", "Garden", "Động Cave"]);
  expect(sortPlaces(ALL, "distance", null)).toBe(ALL);
  expect(sortPlaces(ALL, "best", distances)).toBe(ALL);
  expect(names(sortPlaces(ALL, "name", null))).toEqual(["Động Cave", "Garden", "Market"]);
  const mixed = ["Động Thiên Đường", "Dune", "đồng Hới", "Dark Cave"].map((name, id) => place(id, name));
  expect(names(sortPlaces(mixed, "name", null))).toEqual([
    ...["Dark Cave", "đồng Hới", "Động Thiên Đường", "Dune"],
  ]);
});

// R52
it("counts the places with a tag that contains each tag", () => {
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
