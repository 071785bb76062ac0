import { describe, expect, test } from "vitest";
import { filterPlaces, searchTexts, type Filter } from "./filter";
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
const texts = searchTexts(names);
const ids = (filter: Partial<Filter>, in_ = texts) =>
  filterPlaces(places, { category: null, tags: [], words: "", ...filter }, in_).map(({ id }) => id);

test("nothing chosen keeps everything, in order", () => {
  expect(ids({})).toEqual([1, 2, 3]);
});

describe("words", () => {
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
  ])("%j finds %j", (words, found) => {
    expect(ids({ words })).toEqual(found);
  });

  test("the whole description counts once it is loaded", () => {
    expect(ids({ words: "colonial" })).toEqual([]);
    expect(ids({ words: "colonial" }, searchTexts(names, new Map([[2, "In a colonial house"]])))).toEqual([
      2,
    ]);
  });
});

test("any of a place's categories counts", () => {
  expect(ids({ category: "attractions" })).toEqual([1]);
  expect(ids({ category: "surf" })).toEqual([]);
});

test("a tag is found inside a tag, whatever its case; one of several is enough", () => {
  expect(ids({ tags: ["beer"] })).toEqual([2]);
  expect(ids({ tags: ["CHICK", "nothing"] })).toEqual([2]);
  expect(ids({ tags: ["nothing"] })).toEqual([]);
});

test("filters add up", () => {
  expect(ids({ category: "food-drink", words: "pub", tags: ["beer"] })).toEqual([2]);
  expect(ids({ category: "cave", tags: ["beer"] })).toEqual([]);
});
