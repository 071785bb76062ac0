import { expect, test } from "vitest";
import { searchTexts } from "./filter";
import { suggest, tagsOf, type Suggestion } from "./suggest";
import type { PlaceSummary } from "./summary";

const category = (id: number, slug: string, name: string, placeCount = 3) => ({
  id,
  slug,
  name,
  placeCount,
  color: null,
  icon: null,
  aliases: [],
});
const categories = [
  category(1, "cave", "Caves"),
  category(2, "market", "Markets"),
  category(3, "cavity", "Cavities", 0),
];
const places: PlaceSummary[] = [
  {
    id: 1,
    slug: "dark-cave",
    name: "Dark Cave",
    localName: "Hang Tối",
    categories: ["cave"],
    tags: ["Mud", "kayak"],
  },
  { id: 2, slug: "hang-en", name: "Swallows", localName: "Hang Én", categories: ["cave"], tags: ["mud"] },
  { id: 3, slug: "bar", name: "Bar", line: "Beside the dark cave.", categories: [], tags: ["cave view"] },
];
const names = new Map(categories.map(({ slug, name }) => [slug, name]));
const said = (one: Suggestion) =>
  one.kind === "place" ? one.place.name : one.kind === "category" ? `[${one.category.name}]` : `#${one.tag}`;
const of = (words: string) =>
  suggest(words, { places, texts: searchTexts(names), categories, tags: tagsOf(places) }).map(said);

test("B3: a tag is one, however it is written", () => {
  expect(tagsOf(places)()).toEqual(["Mud", "kayak", "cave view"]);
});

test.each([
  ["hang én", ["Swallows"]],
  ["hang", ["Dark Cave", "Swallows"]],
  ["cave", ["#cave view", "Dark Cave", "[Caves]"]],
  ["mud", ["#Mud"]],
  ["kayka", ["#kayak"]],
  ["makrets", ["[Markets]"]],
  ["ave", []],
  ["", []],
])("B3: %j may mean %j", (words, meant) => {
  expect(of(words)).toEqual(meant);
});
