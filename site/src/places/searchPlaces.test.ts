import { describe, expect, test } from "vitest";
import { createSearchIndex, searchPlaces, type PlaceSearch } from "./searchPlaces";
import type { PlaceSummary } from "./summary";

const places: PlaceSummary[] = [
  {
    id: 1,
    slug: "phong-nha-cave",
    name: "Phong Nha Cave",
    localName: "Động Phong Nha",
    categories: ["cave", "attractions"],
    line: "A boat goes in.",
  },
  {
    id: 2,
    slug: "pub",
    name: "The Pub with Cold Beer",
    categories: ["food-drink"],
    tags: ["Cold Beer", "chicken"],
  },
  {
    id: 3,
    slug: "an",
    name: "Quán Bánh Bột Lọc",
    categories: ["street-food"],
    line: "Dumplings of tapioca flour.",
  },
];
const names = new Map([
  ["cave", "Caves"],
  ["attractions", "Attractions"],
  ["food-drink", "Food & Drink"],
  ["street-food", "Street Food"],
]);
const index = createSearchIndex(names);
const ids = (search: Partial<PlaceSearch>, searchIndex = index) =>
  searchPlaces(places, { category: null, tags: [], text: "", ...search }, searchIndex).map(({ id }) => id);

test("an empty search returns all places in order", () => {
  expect(ids({})).toEqual([1, 2, 3]);
});

// R50, R203
describe("text", () => {
  test.each([
    ["phong nha", [1]],
    ["ĐỘNG", [1]],
    ["dong phong", [1]],
    ["banh bot loc", [3]],
    ["Bánh Bột Lọc".normalize("NFD"), [3]],
    ["boat", [1]],
    ["food", [2, 3]],
    ["cold pub", [2]],
    ["volcano", []],
    ["   ", [1, 2, 3]],
  ])("%j finds %j", (text, found) => {
    expect(ids({ text })).toEqual(found);
  });

  test("full descriptions are searched once they are loaded", () => {
    expect(ids({ text: "colonial" })).toEqual([]);
    expect(
      ids({ text: "colonial" }, createSearchIndex(names, new Map([[2, "In a colonial house"]]))),
    ).toEqual([2]);
  });
});

// R51
test("a place matches each of its categories", () => {
  expect(ids({ category: "attractions" })).toEqual([1]);
  expect(ids({ category: "surf" })).toEqual([]);
});

// R52
test("a place matches if one of its tags contains one of the chosen tags, ignoring case", () => {
  expect(ids({ tags: ["beer"] })).toEqual([2]);
  expect(ids({ tags: ["CHICK", "nothing"] })).toEqual([2]);
  expect(ids({ tags: ["nothing"] })).toEqual([]);
});

test("category, text and tags must all match", () => {
  expect(ids({ category: "food-drink", text: "pub", tags: ["beer"] })).toEqual([2]);
  expect(ids({ category: "cave", tags: ["beer"] })).toEqual([]);
});
