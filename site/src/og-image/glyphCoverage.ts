import vietnamPro from "@fontsource/be-vietnam-pro/unicode.json";
import fraunces from "@fontsource/fraunces/unicode.json";

/** The files of a family that `fonts.ts` reads, with their `unicode-range`. */
type Ranges = { latin: string; vietnamese: string; "latin-ext": string };

const COVERAGE = { title: coverageOf(fraunces), text: coverageOf(vietnamPro) };
/** Letters, digits and combining marks, without which a text is unreadable. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/**
 * The text without emojis and symbols that the font family lacks. Null if the family lacks a letter: a title with gaps is
 * worse than none.
 */
export function drawableText(text: string | null | undefined, family: keyof typeof COVERAGE): string | null {
  if (!text) return null;
  const characters = [...text.normalize("NFC")];
  const isMissing = (character: string) => !COVERAGE[family](character.codePointAt(0)!);
  if (characters.some((character) => WORD_CHARACTER.test(character) && isMissing(character))) return null;
  const drawable = characters.filter((character) => !isMissing(character)).join("");
  return drawable.replace(/\s+/g, " ").trim() || null;
}

/** Whether a family has a code point, by the `unicode-range` of its files. */
function coverageOf(ranges: Ranges): (code: number) => boolean {
  const intervals = [ranges.latin, ranges.vietnamese, ranges["latin-ext"]].flatMap((list) =>
    list.split(",").map((range) => {
      const [first, last = first] = range.replace("U+", "").split("-");
      return [parseInt(first!, 16), parseInt(last!, 16)] as const;
    }),
  );
  return (code) => intervals.some(([first, last]) => first <= code && code <= last);
}
