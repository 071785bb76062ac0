import { expect, test } from "../fixtures";
import { GUESTHOUSE_SLUG } from "../guesthouse";

/**
 * What all movements together may come to. Not nothing: where a fallback font gives way to the real one, a row of
 * words is a fraction of a pixel wider, which nobody sees (0.0001). A line that wraps or a picture that pushes is 0.01.
 */
const UNSEEN = 0.001;

/** One movement of something that was on the screen already, as the browser measures it. */
type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

for (const path of [
  "/",
  "/explore",
  "/explore?category=cave",
  "/places/phong-nha-cave",
  `/places/${GUESTHOUSE_SLUG}`,
  "/guestbook",
  "/saved",
]) {
  test(`nothing jumps while ${path} loads`, async ({ page }) => {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    const shifts = await page.evaluate(
      () =>
        new Promise<{ value: number; what: string }[]>((resolve) => {
          const seen: { value: number; what: string }[] = [];
          new PerformanceObserver((entries) => {
            for (const entry of entries.getEntries() as Shift[]) {
              const what = entry.sources.map(({ node }) =>
                (node as Element | null)?.outerHTML?.slice(0, 120),
              );
              seen.push({ value: entry.value, what: what.join(" | ") });
            }
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(seen), 500);
        }),
    );
    const sum = shifts.reduce((before, { value }) => before + value, 0);
    expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(UNSEEN);
  });
}
