/** Prepares the page's own font for the canvas that draws the labels. */

/** At least one letter of each file that `fonts.mjs` splits the font into: browsers load only files of letters in use. */
const SAMPLE_TEXT = "Hang ăâđêôơư ĐƯỜNG ạảãắằẵặấầậếềệịỉọốồộớờợụủứừựỳỹ ō ü";

const TIMEOUT_MS = 2500;

/** The first font family of `element`, without quotes. */
export function fontFamilyOf(element: Element): string {
  const [first = ""] = getComputedStyle(element).fontFamily.split(",");
  return first.trim().replace(/^["']|["']$/g, "") || "sans-serif";
}

/**
 * Waits until a canvas can use `family` in the weights of the labels. The library caches each glyph forever, so a label
 * that is drawn too early would stay in a fallback font. Never rejects; continues after a timeout.
 */
export async function loadFonts(family: string): Promise<void> {
  if (!document.fonts) return;
  const loads = ["500", "600"].map((weight) =>
    document.fonts.load(`${weight} 24px "${family}"`, SAMPLE_TEXT),
  );
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([Promise.allSettled(loads), timeout]);
}
