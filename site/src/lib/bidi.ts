/** Letters that are written from right to left: Hebrew, Arabic and their neighbors. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name for the middle of a sentence, so that its letters do not turn the words around it: between Unicode isolates if
 * it is written from right to left. Where a name has an element of its own, that is a `<bdi>`.
 */
export function isolateBidi(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
