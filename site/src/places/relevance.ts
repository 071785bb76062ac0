import { fold, joinedPairs, markedForm, searchForm } from "@karst/client/fold";
import { isShortTypo, typoDistance } from "@/lib/typo";

/**
 * How well a place answers a search: the twin of `cms/src/places/search/relevance.rs`. Both are held to
 * `cms/tests/golden/relevance.json`.
 */

/** A word as it was typed: without marks, and in small letters with its marks, if it has any. */
type Word = { folded: string; marked: string | null };

/** What somebody looks for. */
export type Wanted = readonly Word[];

/** A name, to be looked through: in its search form, the same with marks, and its neighboring words run together. */
export type Name = { folded: string; marked: string; joined: string };

/** What a search looks through. All of it is in its search form; categories and tags are parted by line breaks. */
export type Entry = { names: readonly Name[]; categories: string; tags: string; text: string };

/** How well a place answers; less is better. The numbers weigh in their order: slips come first. */
export type Relevance = {
  order: readonly number[];
  /** Whether some word was found inside another only. */
  isLoose: boolean;
  /** Whether all words were found in its names. */
  isByName: boolean;
  /** Whether what was typed stands nowhere together, at the beginning of a word. */
  isScattered: boolean;
};

/** What was typed is in the names; it is but for slips; it is spread over the rest. */
const CLASS = { names: 0, mistyped: 1, elsewhere: 2 } as const;

const FIELD = { name: 0, category: 1, tag: 2, text: 3 } as const;
/** Where in a text a word stands: it is a word of it, begins one, or is inside one. */
const PLACE = { word: 0, beginning: 1, inside: 2 } as const;
/** Among names: how much of them was typed. */
const SHARE = { wholeName: 0, wholeWords: 1, beginnings: 2, insides: 3, none: 4 } as const;

const LETTER = /[\p{L}\p{N}]/u;
const SIGNS = /[^\p{L}\p{N}]+/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** The word without signs: where there are slips, they do not matter. */
const bare = (word: string) => word.replace(SIGNS, "");

/** The words of a name in its search form. */
const wordsOf = (folded: string) => folded.split(BETWEEN_WORDS).map(bare).filter(Boolean);

/** A typo in a word of three letters is forgiven beside at least so many words that match exactly. */
const EXACT_BESIDE_SHORT = 2;

export function readWanted(typed: string): Wanted {
  return markedForm(typed)
    .split(/[\s\p{Cc}]+/u)
    .map((word) => ({ folded: fold(word), marked: word }))
    .filter(({ folded }) => folded)
    .map((word) => (word.marked === word.folded ? { ...word, marked: null } : word));
}

export function readName(name: string): Name {
  const folded = searchForm(name);
  return { folded, marked: markedForm(name), joined: joinedPairs(folded) };
}

/**
 * Judges a place; null when a word of the search is nowhere in it. With `nearest`, a word that is nowhere may be a slip
 * away from a word of its names, see [nearestOf]; then no other may be inside a word only.
 */
export function judge(wanted: Wanted, entry: Entry, nearest?: Nearest): Relevance | null {
  let slips = 0;
  let accents = 0;
  let far = 0;
  let field = 0;
  let share: number = SHARE.wholeWords;
  let isLoose = false;
  const meant: string[] = [];
  for (const word of wanted) {
    let found = exact(word.folded, entry);
    if (found) meant.push(word.folded);
    else {
      const near = nearest?.(word.folded, entry) ?? (nearest ? shortTypo(word.folded, entry, wanted) : null);
      if (!near) return null;
      slips += near.slips;
      meant.push(near.word);
      found = { field: FIELD.name, share: SHARE.wholeWords, place: PLACE.word };
    }
    const { place } = found;
    field = Math.max(field, found.field);
    share = Math.max(share, found.share);
    far += found.field * 4 + place;
    isLoose ||= place === PLACE.inside;
    if (word.marked !== null) {
      const { marked } = word;
      const agrees =
        found.field === FIELD.name &&
        entry.names.some((name) => (find(name.marked, marked) ?? Infinity) <= place);
      if (!agrees) accents += 1;
    }
  }
  if (slips > 0 && isLoose) return null; // a guess beside a coincidence
  const phrase = meant.join(" ");
  if (entry.names.some(({ folded }) => folded === phrase)) share = SHARE.wholeName;
  const kind = slips > 0 ? CLASS.mistyped : field === FIELD.name ? CLASS.names : CLASS.elsewhere;
  const all = [
    ...entry.names.flatMap(({ folded, joined }) => [folded, joined]),
    entry.categories,
    entry.tags,
    entry.text,
  ];
  const isScattered = !all.some((text) => (find(text, phrase) ?? PLACE.inside) < PLACE.inside);
  const isInside = !entry.names.some(({ folded }) => folded.startsWith(phrase));
  return {
    order: [kind, slips, field, accents, share, Number(isInside), far, Number(isLoose), Number(isScattered)],
    isLoose,
    isByName: field === FIELD.name,
    isScattered,
  };
}

/** Which of two answers is better; for sorting, best first. */
export function compare(one: Relevance, other: Relevance): number {
  const at = one.order.findIndex((number, at) => number !== other.order[at]);
  return at < 0 ? 0 : one.order[at]! - other.order[at]!;
}

type Found = { field: number; share: number; place: number };

function exact(word: string, entry: Entry): Found | null {
  const inName = best(entry.names.map(({ folded }) => find(folded, word)));
  if (inName !== null) return { field: FIELD.name, share: inName + 1, place: inName };
  if (entry.names.some(({ joined }) => (find(joined, word) ?? PLACE.inside) < PLACE.inside))
    return { field: FIELD.name, share: SHARE.beginnings, place: PLACE.beginning };
  for (const field of ["category", "tag", "text"] as const) {
    const text = { category: entry.categories, tag: entry.tags, text: entry.text }[field];
    const place: number | null = find(text, word);
    if (place !== null) return { field: FIELD[field], share: SHARE.none, place };
  }
  return null;
}

function best(places: (number | null)[]): number | null {
  return places.reduce(
    (least, place) => (place === null || (least !== null && least <= place) ? least : place),
    null,
  );
}

/** The best place of `word` in `text`. */
function find(text: string, word: string): number | null {
  let least: number | null = null;
  for (
    let at = text.indexOf(word);
    at >= 0 && least !== PLACE.word;
    at = text.indexOf(word, at + word.length)
  ) {
    const isInside = at > 0 && LETTER.test(text[at - 1]!);
    const end: string | undefined = text[at + word.length];
    const place: number = isInside
      ? PLACE.inside
      : end !== undefined && LETTER.test(end)
        ? PLACE.beginning
        : PLACE.word;
    if (least === null || place < least) least = place;
  }
  return least;
}

/** Finds the word of a place's names that is the fewest slips away; of several the first. */
type Nearest = (word: string, entry: Entry) => { slips: number; word: string } | null;

/** A [Nearest] that compares each two words once: thousands of names share some hundred words. */
export function nearestOf(): Nearest {
  const known = new Map<string, number | null>();
  return (word, entry) => {
    let nearest: ReturnType<Nearest> = null;
    for (const other of entry.names.flatMap(({ folded }) => wordsOf(folded))) {
      const key = `${word} ${other}`;
      let slips = known.get(key);
      if (slips === undefined) known.set(key, (slips = typoDistance(bare(word), other)));
      if (slips !== null && (nearest === null || slips < nearest.slips)) nearest = { slips, word: other };
    }
    return nearest;
  };
}

/**
 * The first word of a place's names that a word of three letters is one typo away from, where enough of what is wanted
 * are whole words of the names or categories.
 */
function shortTypo(word: string, entry: Entry, wanted: Wanted): ReturnType<Nearest> {
  const typed = bare(word);
  const meant = entry.names
    .flatMap(({ folded }) => wordsOf(folded))
    .find((other) => isShortTypo(typed, other));
  if (meant === undefined) return null;
  const isExact = ({ folded }: Word) => {
    const found = exact(folded, entry);
    return found !== null && found.field <= FIELD.category && found.place === PLACE.word;
  };
  return wanted.filter(isExact).length >= EXACT_BESIDE_SHORT ? { slips: 1, word: meant } : null;
}

/** A thing that answers, and how well. */
export type Answer<T> = { thing: T; relevance: Relevance };

/**
 * The things that answer, best first; equals stay in the order given. Slips are forgiven where nothing that was found
 * has what was typed, in one piece and as it was typed.
 */
export function ranked<T>(wanted: Wanted, things: readonly T[], entryOf: (thing: T) => Entry): Answer<T>[] {
  const answers = (nearest?: Nearest) =>
    things.flatMap((thing) => {
      const relevance = judge(wanted, entryOf(thing), nearest);
      return relevance ? [{ thing, relevance }] : [];
    });
  const exact = answers();
  const found = exact.every(({ relevance }) => relevance.isScattered) ? answers(nearestOf()) : exact;
  return found.sort((one, other) => compare(one.relevance, other.relevance));
}
