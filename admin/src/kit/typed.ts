/**
 * Conversions between the text of an input and the value that is sent. Text that is invalid for the type of its field
 * is sent as typed, so that the error message of the API appears under the input.
 */

export const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);

/** Returns a number, the text if it is not a number, or null if blank. */
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
