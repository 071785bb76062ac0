import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fold, searchForm } from "@karst/client/fold";
import { ranked, readName, readWanted, type Entry } from "./relevance";

type Sought = {
  name: string;
  localName?: string;
  categories?: string[];
  tags?: string[];
  description?: string;
};
type Golden = { why: string; query: string; places: Sought[]; found: string[] };

const repository = new URL("../../..", import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, repository), "utf8"));

function entryOf({ name, localName, categories = [], tags = [], description = "" }: Sought): Entry {
  return {
    names: [name, ...(localName ? [localName] : [])].map(readName),
    categories: categories.map(searchForm).join("\n"),
    tags: tags.map(searchForm).join("\n"),
    text: searchForm(description),
  };
}

const find = (query: string, places: readonly { name: string; entry: Entry }[]) =>
  ranked(readWanted(query), places, ({ entry }) => entry).map(({ thing }) => thing.name);
const sought = (places: readonly Sought[]) =>
  places.map((place) => ({ name: place.name, entry: entryOf(place) }));

describe("B3: golden searches, which the server is tested with too", () => {
  test.each(
    (read("cms/tests/golden/relevance.json") as Golden[]).map((one) => [one.query, one.why, one] as const),
  )("%s: %s", (query, _why, { places, found }) => {
    expect(find(query, sought(places))).toEqual(found);
  });
});

/** The name with a slip in its longest word: two letters change places, one is missing, or one is another. */
function mistyped(name: string, kind: number): string | null {
  const words = [...name.normalize("NFC").matchAll(/\p{L}+/gu)];
  const longest = words.reduce((a, b) => (b[0].length > a[0].length ? b : a));
  const [word] = longest;
  if (word.length < 4) return null;
  const middle = Math.floor(word.length / 2);
  const [start, letter, end] = [word.slice(0, middle), word[middle]!, word.slice(middle + 1)];
  const slipped = [
    start.slice(0, -1) + letter + start.slice(-1) + end,
    start + end,
    start + (letter.toLowerCase() === "x" ? "z" : "x") + end,
  ][kind % 3]!;
  return (
    name.normalize("NFC").slice(0, longest.index) +
    slipped +
    name.normalize("NFC").slice(longest.index + word.length)
  );
}

test("B3: each local name is found as people type it, among the first three", () => {
  const places: Sought[] = read("cms/seeds/places.json");
  const entries = sought(places);
  const typed = places.flatMap(({ name, localName }) =>
    [localName, name].flatMap((one) => (one ? [{ name, typed: one }] : [])),
  );
  expect(typed.length).toBeGreaterThanOrEqual(200);
  const lost = typed.flatMap(({ name, typed }, at) =>
    [fold(typed), typed, typed.normalize("NFD"), mistyped(typed, at)]
      .filter((form) => form !== null)
      .filter((form) => !find(form, entries).slice(0, 3).includes(name)),
  );
  expect(lost).toEqual([]);
});
