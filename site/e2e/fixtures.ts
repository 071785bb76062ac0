import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { Api, credentials, ORIGIN, type Credentials, type Role } from "./api";
import { expectReflow } from "./reflow";

export { expect };

/** Collects console errors, page errors, requests to other origins and 5xx responses of a browser context. */
export class BrowserMonitor {
  private problems: string[] = [];
  private includesWarnings = false;
  private expected: RegExp[] = [
    // Without a session the refresh responds with 401, which browsers log.
    /401 \(Unauthorized\) \(\S+\/api\/auth\/refresh\)/,
    // A machine without a GPU logs this when a map is drawn.
    /GL Driver Message/,
    // A place was prefetched on hover and then not opened.
    /\.css was preloaded using link preload but not used/,
  ];

  /** `origin` is the origin of the guide under test. */
  constructor(private readonly origin = ORIGIN) {}

  /** Expects problems that match this pattern: the test provokes them. */
  allow(problem: RegExp): void {
    this.expected.push(problem);
  }

  /** Treats console warnings as problems too. */
  failOnWarnings(): void {
    this.includesWarnings = true;
  }

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
        console.error(`Content-Security-Policy: ${effectiveDirective} of ${blockedURI} in ${sourceFile}`),
      );
    });
    context.on("console", (message) => {
      if (message.type() === "error" || (this.includesWarnings && message.type() === "warning"))
        this.problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.problems.push(`page: ${error.error().stack ?? error.error()}`));
    context.on("request", (request) => {
      const isOwn =
        /^(data|blob|about):/.test(request.url()) || new URL(request.url()).origin === this.origin;
      if (!isOwn) this.problems.push(`request to another origin: ${request.url()}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 500) this.problems.push(`${response.status()} from ${response.url()}`);
    });
  }

  /** Fails the test if there were unexpected problems. */
  assertClean(): void {
    const unexpected = this.problems.filter(
      (problem) => !this.expected.some((pattern) => pattern.test(problem)),
    );
    expect(unexpected, "unexpected problems in the browser").toEqual([]);
  }
}

type Fixtures = {
  monitor: BrowserMonitor;
  signIn: (account: Role | Credentials) => Promise<void>;
  admin: Api;
};
type WorkerFixtures = { publicApi: Api; adminPool: AdminPool };

/**
 * The admin API of one worker. All workers and most tests sign in to the same admin account, which keeps its 100 latest
 * sessions, so a session that is older than a minute is replaced.
 */
class AdminPool {
  private signedInAt = 0;
  private api?: Api;

  async get(): Promise<Api> {
    if (!this.api || Date.now() - this.signedInAt > 60_000) {
      this.api = await Api.as("admin");
      this.signedInAt = Date.now();
    }
    return this.api;
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  /** Fails each test with a console error, a page error, a request to another origin or a 5xx response. */
  monitor: [
    async ({ context, baseURL }, provide) => {
      const monitor = new BrowserMonitor(baseURL);
      await monitor.watch(context);
      await provide(monitor);
      monitor.assertClean();
    },
    { auto: true },
  ],
  /** Signs the browser in by the session cookie, as /login does. */
  signIn: async ({ context }, provide) => {
    await provide(async (account) => {
      const data = typeof account === "string" ? credentials(account) : account;
      const response = await context.request.post("/api/auth/sign-in", { data });
      expect(response.status(), await response.text()).toBe(200);
    });
  },
  // Playwright reads the dependencies of a fixture from this pattern: none.
  // eslint-disable-next-line no-empty-pattern
  publicApi: [async ({}, provide) => provide(Api.anonymous()), { scope: "worker" }],
  // eslint-disable-next-line no-empty-pattern
  adminPool: [async ({}, provide) => provide(new AdminPool()), { scope: "worker" }],
  admin: async ({ adminPool }, provide) => provide(await adminPool.get()),
});

/** The screen violates no axe rule, is not wider than the window, and reflows (see `reflow.ts`). */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // A color in the middle of a transition has no meaningful contrast.
  await settled(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${screen} is as wide as the window`).toBeLessThanOrEqual(page.viewportSize()!.width);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false, rules: { "target-size": { enabled: true } } })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
  }));
  expect(found, `${screen} violates accessibility rules`).toEqual([]);
  // Layout does not depend on the color scheme.
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  if (!isDark && !isReflowCheckedOnPhone()) await expectReflow(page, screen);
}

/**
 * Whether the phone project runs the same test. `expectReflow` resizes the window to the same sizes in both, and the
 * site's layout depends on nothing but the size. (The console's density also depends on the pointer.)
 */
function isReflowCheckedOnPhone(): boolean {
  const { project, file, titlePath } = base.info();
  return (
    project.name === "desktop" && file.includes("/e2e/site/") && !titlePath.join(" ").includes("@desktop")
  );
}

/** Waits until no visible animation runs. Animations of hidden elements can be paused halfway and never end. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const isEndless = effect?.getComputedTiming().endTime === Infinity;
      const isShown = effect instanceof KeyframeEffect && effect.target?.checkVisibility();
      return playState !== "running" || isEndless || !isShown;
    }),
  );
}

/**
 * Lets the page run for a time by its own clock: timers that the page has set before for a shorter time have fired
 * afterwards, even on a slow machine. For assertions that something does not happen.
 */
export async function letPageRun(page: Page, ms: number): Promise<void> {
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), ms);
}

/** The dialog is visible and has the focus, so it receives keys. */
export async function expectDialogFocused(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
}

/** A name that no other test uses. */
export function unique(name: string): string {
  return `${name} ${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
}

/** An address that no other test uses. The server limits how many messages and emails one mailbox may cause. */
export function uniqueEmail(name: string): string {
  return `${unique(name).replace(" ", ".")}@example.org`;
}

/** Positions that are kilometers apart, each with more than four permanent places around it. */
const POSITIONS = [
  { latitude: 17.6085, longitude: 106.3001 },
  { latitude: 17.47, longitude: 106.62 },
  { latitude: 17.52, longitude: 106.22 },
] as const;

/**
 * The position of a public place that exists for one test, different for each worker. A place's page lists the four
 * nearest places: none of them may belong to another test, which could delete it while this page prefetches it.
 */
export function positionOfWorker(): { latitude: number; longitude: number } {
  return POSITIONS[base.info().parallelIndex % POSITIONS.length]!;
}
