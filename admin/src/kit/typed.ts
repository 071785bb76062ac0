/**
 * Between what stands in an input, which is text exactly as it was typed, and what is sent. What cannot be read as its
 * field's type is passed on as it was typed, so that the contract's own sentence is what people see under it.
 */

export const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);

/** A number; the text itself when it is none; null when it is blank. */
export function numberOrText(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}

export const textOrNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

/**
 * Comma-separated text as a list: trimmed, empty items dropped. An item in double quotes may have a comma, so that a stored
 * one stays whole.
 */
export function listOf(text: string): string[] {
  const items: string[] = [];
  const next = /\s*"((?:[^"]|"")*)"[^\S\n]*(?:[,\n]|$)|([^,\n]*)(?:[,\n]|$)/y;
  while (next.lastIndex < text.length) {
    const [, quoted, plain = ""] = next.exec(text) ?? [];
    items.push((quoted?.replaceAll('""', '"') ?? plain).trim());
  }
  return items.filter(Boolean);
}

/** The list as text that [`listOf`] reads as the same list. */
export const listText = (items: readonly string[] | undefined): string =>
  (items ?? []).map((item) => (/^"|[,\n]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(", ");

/** The lines of a text as a list: trimmed, blank ones dropped. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The list as text with an item in each line. */
export const linesText = (items: readonly string[] | undefined): string => (items ?? []).join("\n");
