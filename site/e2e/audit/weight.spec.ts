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
const CONSOLE_KB = 450;
/** After this time without a request, loading has ended. */
const QUIET_MS = 2_000;
/** Strings that occur in these libraries only. */
const MAP = "maplibregl-canvas-container";
const EDITOR = "ProseMirror";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

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
    const floor = total(await visit(empty, "/"));
    expect(floor, "the empty page has scripts").toBeGreaterThan(50 * KB);
    for (const size of [PHONE, DESK]) {
      const publicApi = await browser.newPage({ viewport: size });
      const home = total(await visit(publicApi, "/", false));
      reportFinding(
        `JavaScript of a first visit to Home at ${size.width} px: at most ${HOME_ABOVE_EMPTY_KB} kB (gzip) above an empty page`,
        `${kB(home)}, an empty page ${kB(floor)}: ${kB(home - floor)} more`,
        home - floor <= HOME_ABOVE_EMPTY_KB * KB,
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
  const comes = async (path: string, viewport: typeof PHONE) => {
    const publicApi = await browser.newPage({ viewport });
    const scripts = await visit(publicApi, path);
    await publicApi.close();
    return scripts.some(({ text }) => text.includes(MAP));
  };
  const shown: string[] = [];
  for (const [path, size] of [
    ["/explore", DESK],
    ["/explore?view=map", PHONE],
    [`/places/${GUESTHOUSE_SLUG}`, PHONE],
  ] as const)
    if (await comes(path, size)) shown.push(path);
  const wrong: string[] = [];
  for (const path of [...PAGES_WITHOUT_MAP, "/explore"]) if (await comes(path, PHONE)) wrong.push(path);
  reportFinding(
    "the map library: only where a map is shown",
    `loaded by ${shown.join(", ")}; by ${wrong.join(", ") || "none"} of the ${PAGES_WITHOUT_MAP.length} pages without a map and Explore's list`,
    shown.length === 3 && wrong.length === 0,
  );
});

test("the console overview stays within its JavaScript budget", async ({ page, signIn }) => {
  await signIn("admin");
  const scripts = await visit(page, "/admin-portal/");
  await expect(page.getByRole("region", { name: "Quick Stats" })).toBeVisible();
  const size = total(scripts);
  const heavy = [MAP, EDITOR].filter((words) => scripts.some(({ text }) => text.includes(words)));
  reportFinding(
    `JavaScript of the console's overview: under ${CONSOLE_KB} kB (gzip), without editor and map`,
    `${kB(size)}${heavy.map((words) => `, with ${words}`).join("")}`,
    size < CONSOLE_KB * KB && heavy.length === 0,
  );
});

/** Opens a page and scrolls through it. Returns the scripts that were loaded. */
async function visit(page: Page, path: string, isScrolled = true): Promise<Script[]> {
  const scripts: Promise<Script>[] = [];
  let asked = Date.now();
  page.on("request", () => (asked = Date.now()));
  page.on("response", (answer) => {
    if (answer.request().resourceType() !== "script") return;
    scripts.push(answer.text().then((text) => ({ text, gzip: gzipSync(text, { level: 9 }).length })));
  });
  const quiet = async () => {
    while (Date.now() - asked < QUIET_MS) await letPageRun(page, QUIET_MS / 10);
  };
  await page.goto(path);
  await quiet();
  const height = isScrolled ? await page.evaluate(() => document.body.scrollHeight) : 0;
  for (let top = 0; top < height; top += 400) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await letPageRun(page, 100);
  }
  if (isScrolled) asked = Date.now();
  await quiet();
  return Promise.all(scripts);
}

const total = (scripts: Script[]) => scripts.reduce((sum, { gzip }) => sum + gzip, 0);
const kB = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`;
