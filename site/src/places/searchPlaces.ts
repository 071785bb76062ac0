import { fold, searchForm } from "@karst/client/fold";
import { parseName, parseQuery, rankMatches, type SearchDocument } from "./relevance";
import type { PlaceSummary } from "./summary";

/** `category` is a slug, `text` is as typed. */
export type PlaceSearch = { category: string | null; tags: readonly string[]; text: string };

/** Returns the searched texts of a place. */
export type SearchIndex = (place: PlaceSummary) => SearchDocument;

/**
 * Searches look through name, local name, category names, tags and description. The index converts the texts of a place
 * at its first search: most travelers never search, and a phone is busy enough while a page loads.
 *
 * `descriptions` has the full descriptions by place id, once they are loaded; until then the line of the card is used.
 */
export function createSearchIndex(
  categoryNames: ReadonlyMap<string, string>,
  descriptions?: ReadonlyMap<number, string>,
): SearchIndex {
  const documents = new WeakMap<PlaceSummary, SearchDocument>();
  // Line breaks separate the texts, so that no match spans two of them.
  const joinLines = (texts: readonly (string | undefined)[]) =>
    texts.map((text) => searchForm(text ?? "")).join("\n");
  const create = (place: PlaceSummary): SearchDocument => ({
    names: [place.name, place.localName].flatMap((name) => (name ? [parseName(name)] : [])),
    categories: joinLines(place.categories.map((slug) => categoryNames.get(slug))),
    tags: joinLines(place.tags ?? []),
    text: joinLines([place.line, descriptions?.get(place.id)]),
  });
  return (place) => {
    const document = documents.get(place) ?? create(place);
    documents.set(place, document);
    return document;
  };
}

/**
 * The places that match: with a text, the best matches first, otherwise in the given order. A place must contain every
 * word of the text, have the category, and have a tag that contains one of the chosen tags.
 */
export function searchPlaces(
  places: readonly PlaceSummary[],
  { category, tags, text }: PlaceSearch,
  index: SearchIndex,
): PlaceSummary[] {
  const foldedTags = tags.map(fold);
  const hasTag = (place: PlaceSummary) =>
    (place.tags ?? []).some((tag) => foldedTags.some((chosen) => fold(tag).includes(chosen)));
  const filtered = places.filter(
    (place) =>
      (category === null || place.categories.includes(category)) &&
      (foldedTags.length === 0 || hasTag(place)),
  );
  const query = parseQuery(text);
  // A text of punctuation alone matches nothing.
  if (query.length === 0) return text.trim() ? [] : filtered;
  return rankMatches(query, filtered, index).map(({ item }) => item);
}
