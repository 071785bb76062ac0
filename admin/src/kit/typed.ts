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

/** Comma-separated text as a list: trimmed, empty items dropped. */
export function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter(Boolean);
}

export const listText = (items: readonly string[] | undefined): string => (items ?? []).join(", ");
