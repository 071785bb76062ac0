import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { Api, credentials, ORIGIN, type Credentials, type Person } from "./api";
import { expectFits } from "./fits";

export { expect };

/** Watches a browser for what no test may overlook. */
export class Guard {
  private faults: string[] = [];
  private heedsWarnings = false;
  private expected: RegExp[] = [
    // Whoever arrives without a session is told so by a 401, which browsers write down.
    /401 \(Unauthorized\) \(\S+\/api\/auth\/refresh\)/,
    // What a machine without a graphics card says of drawing a map.
    /GL Driver Message/,
    // A place that was pointed at, fetched, and then not opened.
    /\.css was preloaded using link preload but not used/,
  ];

  /** `home` is the origin of the guide that is looked at. */
  constructor(private readonly home = ORIGIN) {}

  /** This test provokes a fault that looks like this. */
  allow(fault: RegExp): void {
    this.expected.push(fault);
  }

  /** Nothing goes wrong in this test: what the console warns of is a fault too. */
  heedWarnings(): void {
    this.heedsWarnings = true;
  }

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
        console.error(`Content-Security-Policy: ${effectiveDirective} of ${blockedURI} in ${sourceFile}`),
      );
    });
    context.on("console", (message) => {
      if (message.type() === "error" || (this.heedsWarnings && message.type() === "warning"))
        this.faults.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.faults.push(`page: ${error.error().stack ?? error.error()}`));
    context.on("request", (request) => {
      const isOurs = /^(data|blob|about):/.test(request.url()) || new URL(request.url()).origin === this.home;
      if (!isOurs) this.faults.push(`request to another origin: ${request.url()}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 500) this.faults.push(`${response.status()} from ${response.url()}`);
    });
  }

  verdict(): void {
    const unexpected = this.faults.filter((fault) => !this.expected.some((allowed) => allowed.test(fault)));
    expect(unexpected, "faults that the browser met").toEqual([]);
  }
}

type Fixtures = { guard: Guard; signIn: (person: Person | Credentials) => Promise<void>; admin: Api };
type WorkerFixtures = { visitor: Api; office: Office };

/**
 * One worker's admin. All workers and most tests sign in as the one admin, who keeps a hundred sessions, the latest: one
 * that is older than a minute makes way for a new one before it is pushed out.
 */
class Office {
  private since = 0;
  private signedIn?: Api;

  async admin(): Promise<Api> {
    if (!this.signedIn || Date.now() - this.since > 60_000) {
      this.signedIn = await Api.as("admin");
      this.since = Date.now();
    }
    return this.signedIn;
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  /** Every test is watched: a console error, a page error, a foreign request or a 5xx fails it. */
  guard: [
    async ({ context, baseURL }, provide) => {
      const guard = new Guard(baseURL);
      await guard.watch(context);
      await provide(guard);
      guard.verdict();
    },
    { auto: true },
  ],
  /** Signs the browser in, as /login does: by the cookie. */
  signIn: async ({ context }, provide) => {
    await provide(async (person) => {
      const data = typeof person === "string" ? credentials(person) : person;
      const answer = await context.request.post("/api/auth/sign-in", { data });
      expect(answer.status(), await answer.text()).toBe(200);
    });
  },
  // Playwright reads in this pattern what a fixture needs: nothing.
  // eslint-disable-next-line no-empty-pattern
  visitor: [async ({}, provide) => provide(Api.visitor()), { scope: "worker" }],
  // eslint-disable-next-line no-empty-pattern
  office: [async ({}, provide) => provide(new Office()), { scope: "worker" }],
  admin: async ({ office }, provide) => provide(await office.admin()),
});

/** No rule of axe is broken by what is on the screen, and none of it stands beside the screen. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // Halfway from one colour to another nobody reads.
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
  expect(found, `${screen} breaks rules of accessibility`).toEqual([]);
  // The dark colours are as wide as the light ones.
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  if (!isDark) await expectFits(page, screen);
}

/** Nothing that is shown moves or fades any more. What is folded away stands still halfway, and never ends. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const isEndless = effect?.getComputedTiming().endTime === Infinity;
      const isShown = effect instanceof KeyframeEffect && effect.target?.checkVisibility();
      return playState !== "running" || isEndless || !isShown;
    }),
  );
}

/** A dialog that is there and hears keys: it has taken the focus. */
export async function expectOpen(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
}

/** A name that no other test uses. */
export function unique(name: string): string {
  return `${name} ${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
}
