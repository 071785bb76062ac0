/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** Texts that a spreadsheet may interpret as a formula, also after white space and in full-width forms. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠|%])/;
/** A phone number or a signed number is no formula. */
const SIGNED_NUMBER = /^[+-](?=.*\d)[\d ()[\].\-/]+$/;

/** Records as CSV (RFC 4180), with a column for each field that one of them has, and without formulas (R316). */
export function csvOf(records: readonly object[]): string {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) =>
    columns.map((column) => cellText((record as Record<string, unknown>)[column])),
  );
  return BYTE_ORDER_MARK + [columns, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** A value as the text of a cell: simple lists are separated by commas, objects are JSON. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object"))
    return value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * A cell that no spreadsheet interprets as a formula. A text that already begins like such a cell gets another
 * apostrophe.
 */
function quoted(text: string): string {
  const bare = text.replace(/^'+/, "");
  const cell = FORMULA.test(bare) && !SIGNED_NUMBER.test(bare) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
