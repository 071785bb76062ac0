import { expect, test } from "vitest";
import { isColor, placesAddress, sitePath, toForm, toText } from "../src/categories/shape";

test("a category goes into the form and back as it was", () => {
  const sent = {
    name: "Caves",
    slug: "cave",
    color: "#78350F",
    icon: "cave",
    emoji: "🕳️",
    aliases: ["caves", "grotto"],
  };
  expect(toForm(toText(sent))).toEqual(sent);
  expect(toForm({ ...toText(), name: " Boats ", aliases: "ferry,, raft " })).toEqual({
    name: "Boats",
    color: null,
    icon: null,
    emoji: null,
    aliases: ["ferry", "raft"],
  });
});

test("a picker is given what it can show", () => {
  expect(["#78350F", " #0f766e ", "brown", "#123", ""].map(isColor)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a category leads to its places, on the site and in the console", () => {
  expect(sitePath({ slug: "street-food" })).toBe("/explore?category=street-food");
  const { pathname, search } = placesAddress({ slug: "cave" });
  expect([pathname, new URLSearchParams(search).get("filter")]).toEqual([
    "/businesses",
    '{"category":"cave"}',
  ]);
});
