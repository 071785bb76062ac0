import { currentLocale } from "./messages";

/** The first `count` characters of a text as people count them: an emoji has many code points, and some letters two. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const characters = new Intl.Segmenter(currentLocale(), { granularity: "grapheme" }).segment(text);
  let at = 0;
  for (const { index } of characters) if (at++ === count) return text.slice(0, index);
  return text;
}

/** The first `max` characters of a text, closed with an ellipsis if there are more. */
export function truncate(text: string, max: number): string {
  const cut = firstCharacters(text, max);
  return cut === text ? text : `${cut}…`;
}

/**
 * The beginning of a text in at most `max` characters, cut between words if they are not too long, and closed with an
 * ellipsis. Lines and runs of blanks become single spaces. Blank or missing text gives null.
 */
export function excerpt(text: string | null | undefined, max: number): string | null {
  const line = (text ?? "").replace(/\s+/g, " ").trim();
  if (!line) return null;
  const cut = firstCharacters(line, max);
  if (cut === line) return line;
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > cut.length / 2 ? end : cut.length).replace(/[\s,;:.–-]+$/, "")}…`;
}
