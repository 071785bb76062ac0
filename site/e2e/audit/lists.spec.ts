import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "@playwright/test";
import { Api } from "../api";
import { expect, test } from "../fixtures";
import { createGuide, PASSWORD, type GuideServer } from "../guideServer";
import { reportFinding, median } from "./budget";
import { seedGuide, type ContentCounts } from "./seedGuide";

/**
 * Compares the console's lists in a guide with 100 times as much content with those of a small guide, in the same
 * minutes.
 */

const SMALL: ContentCounts = {
  places: 200,
  trash: 40,
  approved: 80,
  pending: 40,
  rejected: 40,
  spam: 40,
  comments: 40,
  messages: 40,
  users: 40,
  articles: 40,
  pictures: 40,
};
const LARGE: ContentCounts = {
  places: 20_000,
  trash: 1_000,
  approved: 40_000,
  pending: 4_000,
  rejected: 3_000,
  spam: 3_000,
  comments: 4_000,
  messages: 4_000,
  users: 4_000,
  articles: 4_000,
  pictures: 2_000,
};
const MAX_RATIO = 1.5;
const ROUNDS = 5;
/** A list counts as open once this number of rows has text. A page has 24 or 25 rows. */
const MIN_ROWS = 20;

const CONSOLE = "/admin-portal/";
const LISTS: Record<string, string> = {
  Businesses: "businesses",
  Trash: "businesses/trash",
  Articles: "articles",
  Pictures: "media",
  "Guestbook, pending": "guestbook",
  "Guestbook, approved": `guestbook?filter=${encodeURIComponent('{"status":"approved"}')}`,
  "Guestbook, rejected": `guestbook?filter=${encodeURIComponent('{"status":"rejected"}')}`,
  "Guestbook, spam": `guestbook?filter=${encodeURIComponent('{"status":"spam"}')}`,
  "Moderation, entries": "moderation",
  "Moderation, comments": "moderation?tab=comments",
  "Contact inbox": "contact",
  Users: "users",
  "Audit log": "audit",
};

const EMAILS = { admin: "admin@lists.example", viewer: "traveler@lists.example" };

/** Replaces the site's renderer: rendering tens of thousands of pages is not measured. */
let renderer: Server;
const guides: GuideServer[] = [];
test.beforeAll(async () => {
  test.setTimeout(45 * 60_000);
  renderer = createServer(({ method }, response) => {
    // POST requests are change notifications.
    if (method === "POST") response.writeHead(204).end();
    else response.end("<!doctype html><title>A page</title>");
  });
  await new Promise<void>((listening) => renderer.listen(0, "127.0.0.1", listening));
  for (const many of [SMALL, LARGE]) await addGuide(many);
});
test.afterAll(() => {
  for (const guide of guides) guide.dispose();
  renderer.close();
});

test("every console list opens as fast with 20,000 places and 50,000 entries", async ({ browser }) => {
  test.setTimeout(20 * 60_000);
  const open = await Promise.all(guides.map((guide) => signedIn(browser, guide)));
  const times = open.map(() => new Map<string, number[]>());
  // The first round fills the browser's cache.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, page] of open.entries()) {
      await page.goto(CONSOLE);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      for (const [name, path] of Object.entries(LISTS)) {
        const elapsedMs = await measureOpening(page, CONSOLE + path);
        if (round > 0) times[at]!.set(name, [...(times[at]!.get(name) ?? []), elapsedMs]);
      }
    }
  }
  const rows = Object.keys(LISTS).map((name) => {
    const [small, large] = times.map((all) => median(all.get(name)!)) as [number, number];
    return { name, small, large, ratio: large / small };
  });
  console.log(`| list | small | large | ratio |\n|---|---|---|---|`);
  for (const { name, small, large, ratio } of rows)
    console.log(`| ${name} | ${small.toFixed(0)} ms | ${large.toFixed(0)} ms | ${ratio.toFixed(2)} |`);
  for (const { name, small, large, ratio } of rows)
    reportFinding(
      `console, ${name} with 20,000 places and 50,000 entries: at most ${MAX_RATIO} times as long as with 200`,
      `${large.toFixed(0)} ms, ${small.toFixed(0)} ms with 200: ${ratio.toFixed(2)}`,
      ratio <= MAX_RATIO,
    );
});

/** Starts a guide with this content. */
async function addGuide(many: ContentCounts): Promise<void> {
  const guide = await createGuide();
  guides.push(guide);
  for (const [role, email] of Object.entries(EMAILS))
    guide.cms(
      ...["user", "add", "--email", email, "--role", role],
      ...["--first-name", "Mai", "--last-name", "Vo", "--password-stdin"],
    );
  const settings = { POSTS_PER_HOUR: "0", TRUSTED_PROXIES: "127.0.0.1/32,::1/128" };
  await guide.start({ ...settings, API_ONLY: "true" });
  const [admin, traveler] = await Promise.all(
    [EMAILS.admin, EMAILS.viewer].map((email) => Api.signedIn({ email, password: PASSWORD }, guide.origin)),
  );
  await seedGuide(admin!, traveler!, many);
  await guide.stop();
  const { port } = renderer.address() as AddressInfo;
  await guide.start({ ...settings, SITE_ORIGIN: `http://127.0.0.1:${port}`, REFRESH_SECRET: "none" });
}

async function signedIn(browser: Browser, guide: GuideServer): Promise<Page> {
  const page = await browser.newPage({ baseURL: guide.origin, viewport: { width: 1280, height: 800 } });
  await page.goto(CONSOLE);
  await page.getByLabel("Email").fill(EMAILS.admin);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
  return page;
}

/** Opens a list like a link inside the console. Returns the time until its rows are rendered. */
async function measureOpening(page: Page, path: string): Promise<number> {
  await page.bringToFront();
  return page.evaluate(
    ([path, rows]) =>
      new Promise<number>((resolve, reject) => {
        const startedAt = performance.now();
        // Rows of the previous list, which are removed when this list is rendered.
        const before = new Set(document.querySelectorAll("main :is(tbody tr, li)"));
        const check = () => {
          const rendered = [...document.querySelectorAll("main :is(tbody tr, li)")].filter(
            (row) => !before.has(row) && row.textContent.trim().length > 8,
          );
          const elapsedMs = performance.now() - startedAt;
          if (rendered.length >= rows) resolve(elapsedMs);
          else if (elapsedMs > 30_000) reject(new Error(`${path} has not opened in 30 s`));
          else requestAnimationFrame(check);
        };
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate", { state: null }));
        check();
      }),
    [path, MIN_ROWS] as const,
  );
}
