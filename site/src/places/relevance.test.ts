import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fold, searchForm } from "@karst/client/fold";
import { parseName, parseQuery, rankMatches, type SearchDocument } from "./relevance";

type SearchedPlace = {
  name: string;
  localName?: string;
  categories?: string[];
  tags?: string[];
  description?: string;
};
type GoldenSearch = { why: string; query: string; places: SearchedPlace[]; found: string[] };

const repository = new URL("../../..", import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, repository), "utf8"));

function documentOf({
  name,
  localName,
  categories = [],
  tags = [],
  description = "",
}: SearchedPlace): SearchDocument {
  return {
    names: [name, ...(localName ? [localName] : [])].map(parseName),
    categories: categories.map(searchForm).join("\n"),
    tags: tags.map(searchForm).join("\n"),
    text: searchForm(description),
  };
}

const find = (query: string, places: readonly { name: string; document: SearchDocument }[]) =>
  rankMatches(parseQuery(query), places, ({ document }) => document).map(({ item }) => item.name);
const toDocuments = (places: readonly SearchedPlace[]) =>
  places.map((place) => ({ name: place.name, document: documentOf(place) }));

// R203
describe("golden searches, which the tests of the server use too", () => {
  test.each(
    (read("cms/tests/golden/relevance.json") as GoldenSearch[]).map(
      (one) => [one.query, one.why, one] as const,
    ),
  )("%s: %s", (query, _why, { places, found }) => {
    expect(find(query, toDocuments(places))).toEqual(found);
  });
});

/** The name with a typo in its longest word: two letters swapped, one missing, or one replaced. */
function withTypo(name: string, kind: number): string | null {
  const words = [...name.normalize("NFC").matchAll(/\p{L}+/gu)];
  const longest = words.reduce((a, b) => (b[0].length > a[0].length ? b : a));
  const [word] = longest;
  if (word.length < 4) return null;
  const middle = Math.floor(word.length / 2);
  const [start, letter, end] = [word.slice(0, middle), word[middle]!, word.slice(middle + 1)];
  const changed = [
    start.slice(0, -1) + letter + start.slice(-1) + end,
    start + end,
    start + (letter.toLowerCase() === "x" ? "z" : "x") + end,
  ][kind % 3]!;
  return (
    name.normalize("NFC").slice(0, longest.index) +
    changed +
    name.normalize("NFC").slice(longest.index + word.length)
  );
}

// R203
test("each local name is among the first three results, with accents, without, and with a typo", () => {
  const places: SearchedPlace[] = read("cms/seeds/places.json");
  const documents = toDocuments(places);
  const typed = places.flatMap(({ name, localName }) =>
    [localName, name].flatMap((one) => (one ? [{ name, typed: one }] : [])),
  );
  expect(typed.length).toBeGreaterThanOrEqual(200);
  const missing = typed.flatMap(({ name, typed }, at) =>
    [fold(typed), typed, typed.normalize("NFD"), withTypo(typed, at)]
      .filter((form) => form !== null)
      .filter((form) => !find(form, documents).slice(0, 3).includes(name)),
  );
  expect(missing).toEqual([]);
});
