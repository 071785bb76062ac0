import { currentLocale } from "@karst/web/messages";

/**
 * The beginning of a text in at most `max` UTF-16 units, cut between words or, in a long word, between grapheme clusters, and closed with an ellipsis.
 * Lines and runs of blanks become single spaces. Blank or missing text gives null.
 */
export function excerpt(text: string | null | undefined, max: number): string | null {
  const line = (text ?? "").replace(/\s+/g, " ").trim();
  if (!line) return null;
  if (line.length <= max) return line;
  const cut = line.slice(0, clusterStart(line, max));
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > max / 2 ? end : cut.length).replace(/[\s,;:.–-]+$/, "")}…`;
}

/** Where the character that people see at `index` (in UTF-16 units) begins: an emoji has many units, and some letters two. */
function clusterStart(text: string, index: number): number {
  const clusters = new Intl.Segmenter(currentLocale(), { granularity: "grapheme" }).segment(text);
  return clusters.containing(index)?.index ?? index;
}

/**
 * Rounds a count down for a claim such as "100+ places": to a hundred, or to ten below a hundred. Null below ten: such a
 * claim is left out.
 */
export function claimable(count: number): number | null {
  if (count >= 100) return Math.floor(count / 100) * 100;
  if (count >= 10) return Math.floor(count / 10) * 10;
  return null;
}
