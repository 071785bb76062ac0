import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, letPageRun, test } from "../fixtures";
import { GUESTHOUSE_SLUG } from "../samplePlaces";
import { createGuide } from "../guideServer";
import { PAGES_WITHOUT_MAP } from "../pages";
import { reportFinding } from "./budget";
import { buildEmptyPage } from "./emptyPage";

const KB = 1000;
const HOME_ABOVE_EMPTY_KB = 25;
const CONSOLE_KB = 400;
const CONSOLE_SCRIPTS = 12;
/** After this time without a request, loading has ended. */
const QUIET_MS = 2_000;
/** Strings that occur in these libraries only. */
const MAP_MARKER = "maplibregl-canvas-container";
const EDITOR_MARKER = "ProseMirror";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

interface Script {
  text: string;
  gzip: number;
}

// R215
test("a first visit to Home loads little more JavaScript than an empty page", async ({
  page,
  browser,
  monitor,
}) => {
  test.setTimeout(300_000);
  monitor.allow(/404|Content-Security-Policy/);
  const guide = await createGuide();
  try {
    await guide.start({ SITE_DIR: buildEmptyPage() });
    const empty = await browser.newPage({ baseURL: guide.origin, viewport: PHONE });
    const emptySize = total(await collectScripts(empty, "/"));
    expect(emptySize, "the empty page has scripts").toBeGreaterThan(50 * KB);
    for (const size of [PHONE, DESKTOP]) {
      const freshPage = await browser.newPage({ viewport: size });
      const home = total(await collectScripts(freshPage, "/", false));
      reportFinding(
        `JavaScript of a first visit to Home at ${size.width} px: at most ${HOME_ABOVE_EMPTY_KB} kB (gzip) above an empty page`,
        `${kB(home)}, an empty page ${kB(emptySize)}: ${kB(home - emptySize)} more`,
        home - emptySize <= HOME_ABOVE_EMPTY_KB * KB,
      );
    }
  } finally {
    guide.dispose();
  }
  await page.close();
});

// R215
test("the map library loads only where a map is shown", async ({ browser }) => {
  test.setTimeout(180_000);
  const loadsMap = async (path: string, viewport: typeof PHONE) => {
    const freshPage = await browser.newPage({ viewport });
    const scripts = await collectScripts(freshPage, path);
    await freshPage.close();
    return scripts.some(({ text }) => text.includes(MAP_MARKER));
  };
  const loadedBy: string[] = [];
  for (const [path, size] of [
    ["/explore", DESKTOP],
    ["/explore?view=map", PHONE],
    [`/places/${GUESTHOUSE_SLUG}`, PHONE],
  ] as const)
    if (await loadsMap(path, size)) loadedBy.push(path);
  const wronglyLoadedBy: string[] = [];
  for (const path of [...PAGES_WITHOUT_MAP, "/explore"])
    if (await loadsMap(path, PHONE)) wronglyLoadedBy.push(path);
  reportFinding(
    "the map library: only where a map is shown",
    `loaded by ${loadedBy.join(", ")}; by ${wronglyLoadedBy.join(", ") || "none"} of the ${PAGES_WITHOUT_MAP.length} pages without a map and Explore's list`,
    loadedBy.length === 3 && wronglyLoadedBy.length === 0,
  );
});

test("the console overview stays within its JavaScript budget", async ({ page, signIn }) => {
  await signIn("admin");
  const scripts = await collectScripts(page, "/admin-portal/");
  await expect(page.getByRole("region", { name: "Quick Stats" })).toBeVisible();
  const size = total(scripts);
  const heavyLibraries = [MAP_MARKER, EDITOR_MARKER].filter((words) =>
    scripts.some(({ text }) => text.includes(words)),
  );
  reportFinding(
    `JavaScript of the console's overview: under ${CONSOLE_KB} kB (gzip), without editor and map`,
    `${kB(size)}${heavyLibraries.map((words) => `, with ${words}`).join("")}`,
    size < CONSOLE_KB * KB && heavyLibraries.length === 0,
  );
});

test("a console list is loaded in few scripts", async ({ page, signIn }) => {
  await signIn("admin");
  const scripts = await collectScripts(page, "/admin-portal/businesses");
  await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
  reportFinding(
    `Scripts of the console's list of places: at most ${CONSOLE_SCRIPTS}`,
    `${scripts.length}, ${kB(total(scripts))} (gzip)`,
    scripts.length <= CONSOLE_SCRIPTS,
  );
});

/** Opens a page and scrolls through it. Returns the scripts that were loaded. */
async function collectScripts(page: Page, path: string, isScrolled = true): Promise<Script[]> {
  const scripts: Promise<Script>[] = [];
  let lastRequestAt = Date.now();
  page.on("request", () => (lastRequestAt = Date.now()));
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.push(response.text().then((text) => ({ text, gzip: gzipSync(text, { level: 9 }).length })));
  });
  const waitUntilQuiet = async () => {
    while (Date.now() - lastRequestAt < QUIET_MS) await letPageRun(page, QUIET_MS / 10);
  };
  await page.goto(path);
  await waitUntilQuiet();
  const height = isScrolled ? await page.evaluate(() => document.body.scrollHeight) : 0;
  for (let top = 0; top < height; top += 400) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await letPageRun(page, 100);
  }
  if (isScrolled) lastRequestAt = Date.now();
  await waitUntilQuiet();
  return Promise.all(scripts);
}

const total = (scripts: Script[]) => scripts.reduce((sum, { gzip }) => sum + gzip, 0);
const kB = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`;
