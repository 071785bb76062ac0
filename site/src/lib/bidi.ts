/** Characters that are written from right to left, such as Hebrew and Arabic. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps a right-to-left name in Unicode isolates, so that it does not reorder the sentence around it. A name with an element
 * of its own uses `<bdi>` instead.
 */
export function isolateBidi(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
