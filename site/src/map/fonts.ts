/** The page's own font, made ready for the canvas that draws the labels. */

/** A letter or more of every part that `fonts.mjs` cuts the font into: a file is fetched only for letters it holds. */
const SAMPLE = "Hang ăâđêôơư ĐƯỜNG ạảãắằẵặấầậếềệịỉọốồộớờợụủứừựỳỹ ō ü";

const PATIENCE_MS = 2500;

/** The first family of the font that `element` is set in, without quotes. */
export function familyOf(element: Element): string {
  const [first = ""] = getComputedStyle(element).fontFamily.split(",");
  return first.trim().replace(/^["']|["']$/g, "") || "sans-serif";
}

/**
 * Waits until `family` can be drawn on a canvas in the weights of the labels. The library keeps the first drawing of a
 * letter for ever, so a label made too early would stay in a fallback font. Never rejects; gives up after 2.5 s.
 */
export async function fontsReady(family: string): Promise<void> {
  if (!document.fonts) return;
  const loads = ["500", "600"].map((weight) => document.fonts.load(`${weight} 24px "${family}"`, SAMPLE));
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled(loads), patience]);
}
