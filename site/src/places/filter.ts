import { fold } from "@/kit/fold";
import type { PlaceSummary } from "./summary";

/** What the visitor narrowed the list to. `category` is a slug, `words` is as typed. */
export type Filter = { category: string | null; tags: readonly string[]; words: string };

/** The text of each place that a search looks through, folded; see [searchTexts]. */
export type SearchTexts = ReadonlyMap<number, string>;

/**
 * What a search looks through: name, local name, description and category names.
 *
 * `descriptions` are the whole ones by place id, once they are loaded; until then the line on the card stands in.
 * Source: specification, section 5, "Display and matching rules".
 */
export function searchTexts(
  places: readonly PlaceSummary[],
  categoryNames: ReadonlyMap<string, string>,
  descriptions?: ReadonlyMap<number, string>,
): SearchTexts {
  return new Map(
    places.map((place) => [
      place.id,
      // A line break parts the fields, so that no word is found across two of them.
      [
        place.name,
        place.localName,
        place.line,
        descriptions?.get(place.id),
        ...place.categories.map((slug) => categoryNames.get(slug)),
      ]
        .map((text) => fold(text ?? ""))
        .join("\n"),
    ]),
  );
}

/**
 * The places that pass a filter, in the order given. Every word must occur somewhere in the place's text; the
 * category may be any of the place's; one tag that contains one of the chosen tags is enough.
 */
export function filterPlaces(
  places: readonly PlaceSummary[],
  filter: Filter,
  texts: SearchTexts,
): PlaceSummary[] {
  const words = fold(filter.words).split(" ").filter(Boolean);
  const tags = filter.tags.map(fold);
  return places.filter(
    (place) =>
      (filter.category === null || place.categories.includes(filter.category)) &&
      (tags.length === 0 ||
        (place.tags ?? []).some((tag) => tags.some((wanted) => fold(tag).includes(wanted)))) &&
      words.every((word) => texts.get(place.id)?.includes(word)),
  );
}
