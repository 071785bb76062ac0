import { fold } from "@karst/client/fold";
import type { Category } from "@/categories/find";
import {
  compareRelevance,
  parseName,
  parseQuery,
  rankMatches,
  type Match,
  type SearchDocument,
} from "./relevance";
import type { SearchIndex } from "./searchPlaces";
import type { PlaceSummary } from "./summary";

export type Suggestion =
  | { kind: "category"; category: Category }
  | { kind: "place"; place: PlaceSummary }
  | { kind: "tag"; tag: string };

const MAX_SUGGESTIONS = { category: 2, place: 5, tag: 2 };

/** The distinct tags of places, computed at the first call. */
export function lazyTags(places: readonly PlaceSummary[]): () => readonly string[] {
  let cached: readonly string[] | undefined;
  return () => {
    if (cached) return cached;
    const tags = new Map<string, string>();
    for (const tag of places.flatMap(({ tags }) => tags ?? []))
      if (!tags.has(fold(tag))) tags.set(fold(tag), tag);
    return (cached = [...tags.values()]);
  };
}

type Sources = {
  places: readonly PlaceSummary[];
  index: SearchIndex;
  categories: readonly Category[];
  /** See {@link lazyTags}. */
  tags: () => readonly string[];
};

/** Categories, places and tags whose names match the text, best first. */
export function suggest(text: string, { places, index, categories, tags }: Sources): Suggestion[] {
  const query = parseQuery(text);
  if (query.length === 0) return [];
  const nameDocument = (name: string): SearchDocument => ({
    names: [parseName(name)],
    categories: "",
    tags: "",
    text: "",
  });
  const categoriesWithPlaces = categories.filter(({ placeCount }) => placeCount > 0);
  const matches: Match<Suggestion>[] = [
    ...bestByName(
      rankMatches(query, categoriesWithPlaces, ({ name }) => nameDocument(name)),
      MAX_SUGGESTIONS.category,
      (category) => ({ kind: "category", category }),
    ),
    ...bestByName(rankMatches(query, places, index), MAX_SUGGESTIONS.place, (place) => ({
      kind: "place",
      place,
    })),
    ...bestByName(rankMatches(query, tags(), nameDocument), MAX_SUGGESTIONS.tag, (tag) => ({
      kind: "tag",
      tag,
    })),
  ];
  return matches.sort((a, b) => compareRelevance(a.relevance, b.relevance)).map(({ item }) => item);
}

/** The first matches that are in names, and not only inside a word. */
function bestByName<Item>(
  matches: Match<Item>[],
  limit: number,
  toSuggestion: (item: Item) => Suggestion,
): Match<Suggestion>[] {
  return matches
    .filter(({ relevance }) => relevance.isNameMatch && !relevance.hasInnerMatch)
    .slice(0, limit)
    .map(({ item, relevance }) => ({ item: toSuggestion(item), relevance }));
}
