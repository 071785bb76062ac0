import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { Api } from "../api";
import { expect, letPageRun, test } from "../fixtures";
import { createGuide, PASSWORD, type GuideServer } from "../guideServer";
import { reportFigure, reportFinding, median, percentile } from "./budget";
import { seedPlaces, seedPlaceName } from "./seedPlaces";

const PLACES = 20_000;
const MOVING_MS = 10_000;
const ROUNDS = 3;
const EMAIL = "crowd@example.org";

const map = (page: Page) => page.getByRole("region", { name: "Map of places", exact: true });
const list = (page: Page) => page.getByRole("list", { name: "Places found" });
const count = (page: Page) => page.getByRole("status").filter({ hasText: "found" });
const countNodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);
const number = (value: number) => Math.round(value).toLocaleString("en");

let guide: GuideServer;
test.beforeAll(async () => {
  test.setTimeout(15 * 60_000);
  guide = await createGuide();
  guide.cms(
    "user",
    "add",
    "--email",
    EMAIL,
    "--role",
    "admin",
    "--first-name",
    "Mai",
    "--last-name",
    "Vo",
    "--password-stdin",
  );
  // Without the renderer, which would render pages again after each change.
  await guide.start({ API_ONLY: "true" });
  await seedPlaces(await Api.signedIn({ email: EMAIL, password: PASSWORD }, guide.origin), PLACES);
  await guide.stop();
  await guide.start({});
});
test.afterAll(() => guide.dispose());

test("the Explore list of 20,000 places renders only a window of them", async ({ browser }) => {
  test.setTimeout(5 * 60_000);
  const html = await (await fetch(`${guide.origin}/explore`)).text();
  const page = await browser.newPage({ baseURL: guide.origin, viewport: { width: 1280, height: 800 } });
  await page.route("**/basemap/**", (route) => route.abort()); // the list only
  const startedAt = Date.now();
  await page.goto("/explore");
  await expect(page.getByText("Loading businesses...")).toBeHidden();
  const usableAfterMs = Date.now() - startedAt;
  const nodesAtStart = await countNodes(page);
  reportFigure(
    `Explore of ${number(PLACES)} places`,
    `HTML ${number(html.length / 1000)} kB, ${number(gzipSync(html).length / 1000)} kB compressed; usable after ${number(usableAfterMs)} ms; ${number(nodesAtStart)} elements`,
  );
  await expect(count(page)).toHaveText(`${number(PLACES)} places found`);
  const first = list(page).getByRole("listitem").first();
  await expect(first).toHaveAttribute("aria-setsize", String(PLACES));
  await expect(first).toHaveAttribute("aria-posinset", "1");
  // While the browser is idle, the cards that the page contains are rendered, and no others.
  await expect(list(page).locator('[aria-posinset="1000"]')).toBeAttached();
  const nodesAtRest = await countNodes(page);

  // A place that the page's HTML does not contain.
  await page.getByRole("combobox", { name: "Search places" }).fill(seedPlaceName(15_000));
  await expect(count(page)).toHaveText("1 place found");
  await expect(list(page).getByRole("link", { name: seedPlaceName(15_000), exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(count(page)).toHaveText(`${number(PLACES)} places found`);

  // The scroll bar and the keyboard reach all of them.
  const panel = page.getByRole("main").locator("[data-shows] > div").first();
  const last = list(page).locator(`[aria-posinset="${PLACES}"]`);
  await expect(async () => {
    await panel.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: "instant" }));
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  await last.getByRole("button").focus();
  await page.keyboard.press("Tab");
  await expect(last.getByRole("link")).toBeFocused();
  const nodesAtEnd = await countNodes(page);
  reportFinding(
    "elements of the page at the list's end: at most half more than at its beginning",
    number(nodesAtEnd),
    nodesAtEnd <= nodesAtRest * 1.5,
  );

  // A place opens over the list, which keeps its visual position although cards above may still be rendered.
  const height = async () => (await last.boundingBox())!.y;
  const before = await height();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await height()).toBe(before);
  await expect(last.getByRole("link")).toBeFocused();
  await page.close();
});

test("the map with 20,000 places pans and zooms as smoothly as an empty one", async ({ browser }) => {
  test.setTimeout(10 * 60_000);
  const open = async (isEmpty: boolean) => {
    const page = await browser.newPage({ baseURL: guide.origin, viewport: { width: 1280, height: 800 } });
    if (isEmpty) {
      const feed = { type: "FeatureCollection", features: [] };
      await page.route("**/api/businesses.geojson", (route) => route.fulfill({ json: feed }));
    }
    await page.goto("/explore");
    await expect(map(page)).toHaveAttribute("data-phase", "ready", { timeout: 120_000 });
    await page.waitForLoadState("networkidle");
    return page;
  };
  const [empty, full] = [await open(true), await open(false)];
  // Stops the server, which is still rendering 20,000 pages: that is not measured.
  await guide.stop();
  const frames = { empty: [] as number[][], full: [] as number[][] };
  for (let round = 0; round < ROUNDS; round += 1) {
    frames.empty.push(await measureFrames(empty));
    frames.full.push(await measureFrames(full));
  }
  const frameTime = (share: number, rounds: number[][]) =>
    median(rounds.map((times) => percentile(times, share)));
  const formatFrames = (rounds: number[][]) =>
    `${frameTime(0.5, rounds).toFixed(1)} / ${frameTime(0.95, rounds).toFixed(1)} ms (${number(median(rounds.map((times) => times.length)))} frames)`;
  reportFinding(
    `frame times of the map with ${number(PLACES)} places, 50th / 95th percentile while it moves: the 95th at most twice an empty map's`,
    `${formatFrames(frames.full)}, empty ${formatFrames(frames.empty)}`,
    frameTime(0.95, frames.full) <= 2 * frameTime(0.95, frames.empty),
  );
});

/** Drags and zooms the map for ten seconds in a fixed pattern. Returns the duration of each frame. */
async function measureFrames(page: Page): Promise<number[]> {
  await page.bringToFront();
  const { x, y, width, height } = (await map(page).boundingBox())!;
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const record = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(record);
    };
    Object.assign(window, { frames });
    requestAnimationFrame(record);
  });
  const end = Date.now() + MOVING_MS;
  for (let step = 0; Date.now() < end; step += 1) {
    const angle = (step % 8) * (Math.PI / 4);
    await page.mouse.down();
    await page.mouse.move(left + 180 * Math.cos(angle), top + 120 * Math.sin(angle), { steps: 20 });
    await page.mouse.up();
    await page.mouse.move(left, top);
    for (let notch = 0; notch < 6; notch += 1) await page.mouse.wheel(0, step % 4 < 2 ? -120 : 120);
    await letPageRun(page, 300);
  }
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(1));
}
