import { fold, searchForm } from "@karst/client/fold";
import { ranked, readName, readWanted, type Entry } from "./relevance";
import type { PlaceSummary } from "./summary";

/** What the visitor narrowed the list to. `category` is a slug, `words` is as typed. */
export type Filter = { category: string | null; tags: readonly string[]; words: string };

/** What a search looks through in a place; see [searchTexts]. */
export type SearchTexts = (place: PlaceSummary) => Entry;

/**
 * What a search looks through: name, local name, category names, tags and description. It is made of a place when that is
 * looked through first: most visitors never search, and a phone is busy enough while a page opens.
 *
 * `descriptions` are the whole ones by place id, once they are loaded; until then the line on the card stands in.
 * Source: specification, section 5, "Display and matching rules".
 */
export function searchTexts(
  categoryNames: ReadonlyMap<string, string>,
  descriptions?: ReadonlyMap<number, string>,
): SearchTexts {
  const made = new WeakMap<PlaceSummary, Entry>();
  // A line break parts the texts, so that no word is found across two of them.
  const lines = (texts: readonly (string | undefined)[]) =>
    texts.map((text) => searchForm(text ?? "")).join("\n");
  const make = (place: PlaceSummary): Entry => ({
    names: [place.name, place.localName].flatMap((name) => (name ? [readName(name)] : [])),
    categories: lines(place.categories.map((slug) => categoryNames.get(slug))),
    tags: lines(place.tags ?? []),
    text: lines([place.line, descriptions?.get(place.id)]),
  });
  return (place) => {
    const entry = made.get(place) ?? make(place);
    made.set(place, entry);
    return entry;
  };
}

/**
 * The places that pass a filter: with words, the best answers first, else in the order given. Every word must occur
 * somewhere in the place; the category may be any of the place's; one tag that contains one of the chosen tags is enough.
 */
export function filterPlaces(
  places: readonly PlaceSummary[],
  filter: Filter,
  texts: SearchTexts,
): PlaceSummary[] {
  const tags = filter.tags.map(fold);
  const narrowed = places.filter(
    (place) =>
      (filter.category === null || place.categories.includes(filter.category)) &&
      (tags.length === 0 ||
        (place.tags ?? []).some((tag) => tags.some((wanted) => fold(tag).includes(wanted)))),
  );
  const wanted = readWanted(filter.words);
  // Punctuation alone is in no place.
  if (wanted.length === 0) return filter.words.trim() ? [] : narrowed;
  return ranked(wanted, narrowed, texts).map(({ thing }) => thing);
}
