/** Letters that Unicode does not take apart, as ASCII writes them. */
const LETTERS: Readonly<Record<string, string>> = {
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  ı: "i",
  ß: "ss",
  œ: "oe",
  æ: "ae",
  þ: "th",
  // The form of sigma at the end of a word is the same letter: ΟΔΟΣ, οδος.
  ς: "σ",
};

/** Soft hyphens, zero-width characters and controls of the writing direction. */
const IGNORABLE = /\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
const APOSTROPHES = /['`´ʼ‘’′＇]/gu;
/** Not `%`, `+`, `#` and `$`, which mean something: "100%". */
const PUNCTUATION =
  /[!"(-*,-/:-@[-_{-~¡«·»¿\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u30fb\uff01\uff08-\uff0a\uff0c-\uff0f]/gu;

/**
 * Text for comparing: lower case, without marks and invisible characters, letters of their own as ASCII writes them,
 * single spaces. The server does the same in `cms/core/src/common/text.rs`; both are tested with
 * `cms/tests/golden/fold.json`.
 */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[đðłøıßœæþς]/g, (letter) => LETTERS[letter]!)
    .replace(IGNORABLE, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The items by their names in the order of the alphabet, as the API sorts names: by [fold]; equal ones stay in order. */
export function sortedByName<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const keyed = items.map((item) => ({ item, key: fold(nameOf(item)) }));
  keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  return keyed.map(({ item }) => item);
}

/** The form in which a search compares words: folded, apostrophes dropped, `&` as "and", other punctuation as spaces. */
export const searchForm = (text: string) => fold(separated(text));

/** [searchForm] with marks: lower case, NFC. */
export const searchFormWithMarks = (text: string) => separated(text).normalize("NFC").toLowerCase();

function separated(text: string): string {
  return text
    .replace(APOSTROPHES, "")
    .replace(IGNORABLE, "")
    .replace(/[&＆]/g, " and ")
    .replace(PUNCTUATION, " ");
}

/** Each two neighboring words of a [searchForm] run together: "hangson sondoong" for "hang son doong". */
export function joinedPairs(searched: string): string {
  const words = searched.split(" ");
  return words
    .slice(1)
    .map((word, at) => words[at]! + word)
    .join(" ");
}

/** Folded text as part of an address or an element id: letters, digits and single hyphens. */
export function slugify(text: string): string {
  return fold(text)
    .replace(/['`ʼ‘’]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
