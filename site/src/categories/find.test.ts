import { expect, test } from "vitest";
import { findCategory, type Category } from "./find";

const category = (id: number, slug: string, aliases: string[] = []): Category => ({
  id,
  slug,
  aliases,
  name: slug,
  color: null,
  icon: null,
  placeCount: 1,
});
const categories = [
  category(3, "attractions", ["attraction"]),
  category(4, "cave", ["caves"]),
  category(5, "atm"),
];

// R413
test.each([
  ["cave", 4],
  ["4", 4],
  ["caves", 4],
  ["attraction", 3],
  [" Attractions ", 3],
])("%j finds category %d", (name, id) => {
  expect(findCategory(categories, name)?.id).toBe(id);
});

test("an unknown name finds no category", () => {
  expect(findCategory(categories, "volcano")).toBeNull();
  expect(findCategory(categories, "")).toBeNull();
});
