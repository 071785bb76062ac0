import { expect, test } from "vitest";
import { createSearchIndex } from "./searchPlaces";
import { lazyTags, suggest, type Suggestion } from "./suggest";
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
function labelOf(suggestion: Suggestion): string {
  if (suggestion.kind === "place") return suggestion.place.name;
  return suggestion.kind === "category" ? `[${suggestion.category.name}]` : `#${suggestion.tag}`;
}
const suggestionsFor = (text: string) =>
  suggest(text, { places, index: createSearchIndex(names), categories, tags: lazyTags(places) }).map(labelOf);

test("tags that differ only in case are one tag", () => {
  expect(lazyTags(places)()).toEqual(["Mud", "kayak", "cave view"]);
});

// R203
test.each([
  ["hang én", ["Swallows"]],
  ["hang", ["Dark Cave", "Swallows"]],
  ["cave", ["#cave view", "Dark Cave", "[Caves]"]],
  ["mud", ["#Mud"]],
  ["kayka", ["#kayak"]],
  ["makrets", ["[Markets]"]],
  ["ave", []],
  ["", []],
])("%j suggests %j", (text, suggestions) => {
  expect(suggestionsFor(text)).toEqual(suggestions);
});
