import vietnamPro from "@fontsource/be-vietnam-pro/unicode.json";
import fraunces from "@fontsource/fraunces/unicode.json";

/** The parts of a family that `fonts.ts` reads. */
type Ranges = { latin: string; vietnamese: string; "latin-ext": string };

const LETTERS = { title: lettersOf(fraunces), text: lettersOf(vietnamPro) };
/** What reads as a word: letters, digits, and the marks on them. */
const READ = /[\p{L}\p{N}\p{M}]/u;

/**
 * The text as a family can draw it, without emojis and other signs that it lacks. Null where it lacks a letter: a title with
 * holes is worse than none.
 */
export function drawableText(text: string | null | undefined, family: keyof typeof LETTERS): string | null {
  if (!text) return null;
  const characters = [...text.normalize("NFC")];
  const lacks = (character: string) => !LETTERS[family](character.codePointAt(0)!);
  if (characters.some((character) => READ.test(character) && lacks(character))) return null;
  const drawn = characters.filter((character) => !lacks(character)).join("");
  return drawn.replace(/\s+/g, " ").trim() || null;
}

/** Whether a family holds a character, by the `unicode-range` of its parts. */
function lettersOf(ranges: Ranges): (code: number) => boolean {
  const spans = [ranges.latin, ranges.vietnamese, ranges["latin-ext"]].flatMap((list) =>
    list.split(",").map((range) => {
      const [first, last = first] = range.replace("U+", "").split("-");
      return [parseInt(first!, 16), parseInt(last!, 16)] as const;
    }),
  );
  return (code) => spans.some(([first, last]) => first <= code && code <= last);
}
