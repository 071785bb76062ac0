/**
 * Scores how well a place matches a search. The server has the same algorithm in
 * `cms/content/src/places/search/relevance.rs`; the tests of both read `cms/tests/golden/relevance.json`.
 */
import { fold, joinedPairs, searchForm, searchFormWithMarks } from "@karst/client/fold";
import { isShortTypo, typoDistance } from "@/lib/typo";

/** A word of a search: folded, and in lower case with its diacritics, if it has any. */
type QueryWord = { folded: string; withDiacritics: string | null };

export type SearchQuery = readonly QueryWord[];

/** A name in its search form, the same with diacritics, and its pairs of neighboring words without the space. */
type SearchName = { folded: string; withDiacritics: string; joined: string };

/** The searched texts of a place in their search form. Line breaks separate categories and tags. */
export type SearchDocument = { names: readonly SearchName[]; categories: string; tags: string; text: string };

export type Relevance = {
  /** Lower is better. The numbers are compared in this order. */
  order: readonly number[];
  /** Whether some word was found only inside another word. */
  hasInnerMatch: boolean;
  /** Whether all words were found in the names. */
  isNameMatch: boolean;
  /** Whether no field contains the whole search, beginning at the beginning of a word. */
  isPhraseMissing: boolean;
};

/** Whether all words are in the names, are so except for typos, or are in other fields too. */
const CLASS = { names: 0, fuzzy: 1, otherFields: 2 } as const;

const FIELD = { name: 0, category: 1, tag: 2, text: 3 } as const;
/** The position of a match relative to the words of a text. */
const POSITION = { word: 0, prefix: 1, inner: 2 } as const;
/** How much of the names the words cover. */
const COVERAGE = { fullName: 0, fullWords: 1, prefixes: 2, inner: 3, none: 4 } as const;

const LETTER = /[\p{L}\p{N}]/u;
const PUNCTUATION = /[^\p{L}\p{N}]+/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Typos are counted without punctuation. */
const stripPunctuation = (word: string) => word.replace(PUNCTUATION, "");

/** The words of a name in its search form. */
const wordsOf = (folded: string) => folded.split(BETWEEN_WORDS).map(stripPunctuation).filter(Boolean);

/** A typo in a word of three letters is accepted if at least this many other words match exactly. */
const EXACT_BESIDE_SHORT = 2;

export function parseQuery(typed: string): SearchQuery {
  return searchFormWithMarks(typed)
    .split(/[\s\p{Cc}]+/u)
    .map((word) => ({ folded: fold(word), withDiacritics: word }))
    .filter(({ folded }) => folded)
    .map((word) => (word.withDiacritics === word.folded ? { ...word, withDiacritics: null } : word));
}

export function parseName(name: string): SearchName {
  const folded = searchForm(name);
  return { folded, withDiacritics: searchFormWithMarks(name), joined: joinedPairs(folded) };
}

/**
 * Scores a place. Null if it does not contain a word of the search. With `findNearest`, such a word may differ by a typo
 * from a word of the names; then the other words must not be found only inside words.
 */
function score(query: SearchQuery, document: SearchDocument, findNearest?: FindNearest): Relevance | null {
  let edits = 0;
  let accentMismatches = 0;
  let distance = 0;
  let field = 0;
  let coverage: number = COVERAGE.fullWords;
  let hasInnerMatch = false;
  const phraseWords: string[] = [];
  for (const word of query) {
    let found = exact(word.folded, document);
    if (found) phraseWords.push(word.folded);
    else {
      const nearest =
        findNearest?.(word.folded, document) ??
        (findNearest ? findShortTypo(word.folded, document, query) : null);
      if (!nearest) return null;
      edits += nearest.edits;
      phraseWords.push(nearest.word);
      found = { field: FIELD.name, coverage: COVERAGE.fullWords, position: POSITION.word };
    }
    const { position } = found;
    field = Math.max(field, found.field);
    coverage = Math.max(coverage, found.coverage);
    distance += found.field * 4 + position;
    hasInnerMatch ||= position === POSITION.inner;
    if (word.withDiacritics !== null) {
      const { withDiacritics } = word;
      const hasSameDiacritics =
        found.field === FIELD.name &&
        document.names.some(
          (name) => (matchPosition(name.withDiacritics, withDiacritics) ?? Infinity) <= position,
        );
      if (!hasSameDiacritics) accentMismatches += 1;
    }
  }
  if (edits > 0 && hasInnerMatch) return null; // both matches are weak, so together they are likely a coincidence
  const phrase = phraseWords.join(" ");
  if (document.names.some(({ folded }) => folded === phrase)) coverage = COVERAGE.fullName;
  const matchClass = edits > 0 ? CLASS.fuzzy : field === FIELD.name ? CLASS.names : CLASS.otherFields;
  const texts = [
    ...document.names.flatMap(({ folded, joined }) => [folded, joined]),
    document.categories,
    document.tags,
    document.text,
  ];
  const isPhraseMissing = !texts.some(
    (text) => (matchPosition(text, phrase) ?? POSITION.inner) < POSITION.inner,
  );
  const isInside = !document.names.some(({ folded }) => folded.startsWith(phrase));
  return {
    order: [
      matchClass,
      edits,
      field,
      accentMismatches,
      coverage,
      Number(isInside),
      distance,
      Number(hasInnerMatch),
      Number(isPhraseMissing),
    ],
    hasInnerMatch,
    isNameMatch: field === FIELD.name,
    isPhraseMissing,
  };
}

/** For sorting, best first. */
export function compareRelevance(a: Relevance, b: Relevance): number {
  const index = a.order.findIndex((number, index) => number !== b.order[index]);
  return index < 0 ? 0 : a.order[index]! - b.order[index]!;
}

type ExactMatch = { field: number; coverage: number; position: number };

function exact(word: string, document: SearchDocument): ExactMatch | null {
  const inName = bestPosition(document.names.map(({ folded }) => matchPosition(folded, word)));
  if (inName !== null) return { field: FIELD.name, coverage: inName + 1, position: inName };
  if (document.names.some(({ joined }) => (matchPosition(joined, word) ?? POSITION.inner) < POSITION.inner))
    return { field: FIELD.name, coverage: COVERAGE.prefixes, position: POSITION.prefix };
  for (const field of ["category", "tag", "text"] as const) {
    const text = { category: document.categories, tag: document.tags, text: document.text }[field];
    const position: number | null = matchPosition(text, word);
    if (position !== null) return { field: FIELD[field], coverage: COVERAGE.none, position };
  }
  return null;
}

function bestPosition(positions: (number | null)[]): number | null {
  return positions.reduce(
    (best, position) => (position === null || (best !== null && best <= position) ? best : position),
    null,
  );
}

/** The best position of `word` in `text`. */
function matchPosition(text: string, word: string): number | null {
  let best: number | null = null;
  for (
    let start = text.indexOf(word);
    start >= 0 && best !== POSITION.word;
    start = text.indexOf(word, start + word.length)
  ) {
    const isInside = start > 0 && LETTER.test(text[start - 1]!);
    const next: string | undefined = text[start + word.length];
    const position: number = isInside
      ? POSITION.inner
      : next !== undefined && LETTER.test(next)
        ? POSITION.prefix
        : POSITION.word;
    if (best === null || position < best) best = position;
  }
  return best;
}

/** Finds the first word of the names with the smallest edit distance. */
type FindNearest = (word: string, document: SearchDocument) => { edits: number; word: string } | null;

/** Caches the distances: thousands of names share a few hundred words. */
function createFindNearest(): FindNearest {
  const distances = new Map<string, number | null>();
  return (word, document) => {
    let nearest: ReturnType<FindNearest> = null;
    for (const other of document.names.flatMap(({ folded }) => wordsOf(folded))) {
      const key = `${word} ${other}`;
      let edits = distances.get(key);
      if (edits === undefined) distances.set(key, (edits = typoDistance(stripPunctuation(word), other)));
      if (edits !== null && (nearest === null || edits < nearest.edits)) nearest = { edits, word: other };
    }
    return nearest;
  };
}

/** A typo in a word of three letters is accepted only if enough words of the search match exactly. */
function findShortTypo(word: string, document: SearchDocument, query: SearchQuery): ReturnType<FindNearest> {
  const typed = stripPunctuation(word);
  const nameWord = document.names
    .flatMap(({ folded }) => wordsOf(folded))
    .find((other) => isShortTypo(typed, other));
  if (nameWord === undefined) return null;
  const isExact = ({ folded }: QueryWord) => {
    const found = exact(folded, document);
    return found !== null && found.field <= FIELD.category && found.position === POSITION.word;
  };
  return query.filter(isExact).length >= EXACT_BESIDE_SHORT ? { edits: 1, word: nameWord } : null;
}

export type Match<Item> = { item: Item; relevance: Relevance };

/**
 * The matching items, best first, equal ones in the given order. Typos are accepted only if no exact match contains the
 * whole search as it was typed.
 */
export function rankMatches<Item>(
  query: SearchQuery,
  items: readonly Item[],
  documentOf: (item: Item) => SearchDocument,
): Match<Item>[] {
  const findMatches = (findNearest?: FindNearest) =>
    items.flatMap((item) => {
      const relevance = score(query, documentOf(item), findNearest);
      return relevance ? [{ item, relevance }] : [];
    });
  const exactMatches = findMatches();
  const needsFuzzy = exactMatches.every(({ relevance }) => relevance.isPhraseMissing);
  const matches = needsFuzzy ? findMatches(createFindNearest()) : exactMatches;
  return matches.sort((a, b) => compareRelevance(a.relevance, b.relevance));
}
