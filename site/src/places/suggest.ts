import { fold } from "@karst/client/fold";
import type { Category } from "@/categories/find";
import type { SearchTexts } from "./filter";
import { compare, ranked, readName, readWanted, type Answer, type Entry } from "./relevance";
import type { PlaceSummary } from "./summary";

/** What somebody who is typing may mean. */
export type Suggestion =
  | { kind: "category"; category: Category }
  | { kind: "place"; place: PlaceSummary }
  | { kind: "tag"; tag: string };

/** How many of each kind are suggested. */
const MOST = { category: 2, place: 5, tag: 2 };

/** The tags that places have, each once; worked out when they are asked for first. */
export function tagsOf(places: readonly PlaceSummary[]): () => readonly string[] {
  let known: readonly string[] | undefined;
  return () => {
    if (known) return known;
    const tags = new Map<string, string>();
    for (const tag of places.flatMap(({ tags }) => tags ?? []))
      if (!tags.has(fold(tag))) tags.set(fold(tag), tag);
    return (known = [...tags.values()]);
  };
}

/** Categories, places and tags whose name what was typed may be or become, the best first. */
export function suggest(
  words: string,
  {
    places,
    texts,
    categories,
    tags,
  }: {
    places: readonly PlaceSummary[];
    texts: SearchTexts;
    categories: readonly Category[];
    /** See [tagsOf]. */
    tags: () => readonly string[];
  },
): Suggestion[] {
  const wanted = readWanted(words);
  if (wanted.length === 0) return [];
  const named = (name: string): Entry => ({ names: [readName(name)], categories: "", tags: "", text: "" });
  const populated = categories.filter(({ placeCount }) => placeCount > 0);
  const answers: Answer<Suggestion>[] = [
    ...best(
      ranked(wanted, populated, ({ name }) => named(name)),
      MOST.category,
      (category) => ({
        kind: "category" as const,
        category,
      }),
    ),
    ...best(ranked(wanted, places, texts), MOST.place, (place) => ({
      kind: "place" as const,
      place,
    })),
    ...best(ranked(wanted, tags(), named), MOST.tag, (tag) => ({ kind: "tag" as const, tag })),
  ];
  return answers.sort((one, other) => compare(one.relevance, other.relevance)).map(({ thing }) => thing);
}

/** The first answers that have what was typed in their names, and not inside a word only. */
function best<T>(answers: Answer<T>[], most: number, of: (thing: T) => Suggestion): Answer<Suggestion>[] {
  return answers
    .filter(({ relevance }) => relevance.isByName && !relevance.isLoose)
    .slice(0, most)
    .map(({ thing, relevance }) => ({ thing: of(thing), relevance }));
}
