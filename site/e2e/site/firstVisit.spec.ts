import type { Page } from "@playwright/test";
import { expect, letPageRun, settled, test } from "../fixtures";
import { GUESTHOUSE_SLUG } from "../samplePlaces";
import { PAGES_WITHOUT_MAP } from "../pages";
import { SAMPLE_ARTICLE } from "../sampleArticle";

/** Visits every public page once at each size with a slow processor and a slow network. */

/**
 * The limit for the sum of all layout shifts. It is not zero: replacing a fallback font widens a line by a fraction of
 * a pixel (0.0001), which is invisible. A line that wraps or an image that pushes content is 0.01.
 */
const MAX_SHIFT = 0.001;

const PLACE_WITHOUT_PHOTO = "/places/phong-nha-cave";
const ARTICLE = "the article";

const ROUTES = [
  ...PAGES_WITHOUT_MAP,
  "/explore",
  "/explore?category=cave",
  "/explore?view=map",
  PLACE_WITHOUT_PHOTO,
  `/places/${GUESTHOUSE_SLUG}`,
  "/inspiration?topic=river",
  ARTICLE,
  "/login",
  "/no-such-page",
];
/** Routes whose largest contentful paint must not wait for a script. */
const MEASURED_LCP = ["/", "/explore", PLACE_WITHOUT_PHOTO, `/places/${GUESTHOUSE_SLUG}`, ARTICLE];

test.beforeEach(({ monitor }) => monitor.failOnWarnings());

for (const route of ROUTES) {
  // R215, R446
  test(`a slow first visit to ${route} has no layout shift, console message or foreign request`, async ({
    page,
    monitor,
    publicApi,
    request,
  }) => {
    // The network and the CPU are throttled.
    test.slow();
    if (route === "/no-such-page") monitor.allow(/404 \(Not Found\)/);
    let path = route;
    if (route === ARTICLE) {
      const { id, slug } = (await publicApi.articles()).find(({ title }) => title === SAMPLE_ARTICLE.title)!;
      path = `/inspiration/${id}-${slug}`;
    }
    const endThrottling = await throttle(page);
    await observePerformance(page);
    await page.goto(path);
    await waitUntilLoaded(page);
    const { shifts, largest } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    const sum = shifts.reduce((before, { value }) => before + value, 0);
    expect.soft(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(MAX_SHIFT);
    if (MEASURED_LCP.includes(route)) {
      const html = await (await request.get(path)).text();
      const isInSentHtml = await page.evaluate(isInHtml, { html, largest });
      expect.soft(isInSentHtml, `the largest contentful paint, ${largest}, is in the HTML`).toBe(true);
    }
    await scrollThrough(page);
    // Once more, with reduced motion. This load is not measured.
    await endThrottling();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await page.waitForLoadState("load");
    await settled(page);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 120)),
    );
    expect.soft(moving, "animations in spite of reduced motion").toEqual([]);
  });
}

// R215
test("a page's title does not move while the first images load", async ({ page, request }) => {
  for (const route of PAGES_WITHOUT_MAP) {
    const html = (await (await request.get(route)).text())
      .replaceAll(/<script.*?<\/script>/gs, "")
      .replaceAll(/<link rel="preload"[^>]*>/g, "");
    let length = html.length;
    await page.route(
      (url) => url.pathname === route,
      (asked) => asked.fulfill({ contentType: "text/html; charset=utf-8", body: html.slice(0, length) }),
    );
    const top = async (upTo: number) => {
      length = upTo;
      await page.goto(route);
      return (await page.getByRole("heading", { level: 1 }).boundingBox())?.y;
    };
    const finalTop = await top(html.length);
    const imageOffsets = [...html.matchAll(/(?<=<\/h1>.*)<\w+[^>]*><img /gs)].map(({ index }) => index);
    for (const offset of imageOffsets.slice(0, 2))
      expect(await top(offset), `${route} before ${html.slice(offset, offset + 100)}`).toBe(finalTop);
    await page.unrouteAll();
  }
});

type Seen = { shifts: { value: number; what: string }[]; largest: string };
/** A `LayoutShift` entry. */
type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
type Paint = PerformanceEntry & { element: Element | null };

/** Emulates a processor four times slower and the network that Lighthouse calls slow 4G. The result ends it. */
async function throttle(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  return async () => {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await devtools.detach();
  };
}

/** Records layout shifts and the largest contentful paint from the start. */
async function observePerformance(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { shifts: [], largest: "" };
    Object.assign(window, { seen });
    const brief = (node: Node | null) => (node as Element | null)?.outerHTML?.slice(0, 120);
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        seen.shifts.push({ value, what: sources.map(({ node }) => brief(node)).join(" | ") });
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      const { element } = list.getEntries().at(-1) as Paint;
      seen.largest = element?.getAttribute("src") ?? element?.textContent?.trim() ?? "";
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}

/** Waits until scripts, fonts and their requests have loaded and taken effect. */
async function waitUntilLoaded(page: Page): Promise<void> {
  // With a throttled network, Chromium sometimes never reports the end of a request. Loading takes far less than this.
  await page.waitForLoadState("networkidle", { timeout: 30_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
  await letPageRun(page, 500);
}

/** Whether the server's HTML contains an image with this address or this text. Runs in the page. */
function isInHtml({ html, largest }: { html: string; largest: string }): boolean {
  const sentDocument = new DOMParser().parseFromString(html, "text/html");
  const images = [...sentDocument.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  for (const script of sentDocument.querySelectorAll("script, template")) script.remove();
  return largest !== "" && (images.includes(largest) || sentDocument.body.textContent.includes(largest));
}

async function scrollThrough(page: Page): Promise<void> {
  const { height, view } = await page.evaluate(() => ({
    height: document.body.scrollHeight,
    view: innerHeight,
  }));
  for (let top = 0; top < height; top += view) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await letPageRun(page, 100);
  }
}
