import type { Page } from "@playwright/test";
import { TABS, openPlace, openTab, settled } from "../console/desk";
import { expect, test } from "../fixtures";

/** Every screen as a picture, in both sizes and both colours, into the repository's `shots/` (not kept). */

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
};
const CONSOLE = "/admin-portal/";

type Shoot = (page: Page, screen: string, fullPage?: boolean) => Promise<void>;

/** Whatever is still on its way: pictures, fonts, the tiles of a map. */
async function still(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await settled(page);
}

/** A map says nothing when it is drawn; its tiles are here and a second has passed. */
async function drawn(page: Page): Promise<void> {
  await expect(page.locator("canvas").filter({ visible: true }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1500);
}

/** Lets pictures that wait for being near the window come, before the whole page is taken. */
async function scrolled(page: Page): Promise<void> {
  const { height, view } = await page.evaluate(() => ({
    height: document.body.scrollHeight,
    view: innerHeight,
  }));
  for (let top = 0; top < height; top += view) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await page.waitForTimeout(150);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

for (const [size, use] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ ...use, colorScheme });
      test.setTimeout(120_000);

      const shoot: Shoot = async (page, screen, fullPage = false) => {
        await still(page);
        // Beside `site`, where Playwright is started.
        await page.screenshot({ path: `../shots/${screen}-${size}-${colorScheme}.png`, fullPage });
      };

      test("home", async ({ page }) => {
        await page.goto("/");
        await shoot(page, "home");
        await scrolled(page);
        await shoot(page, "home-full", true);
      });

      test("explore", async ({ page }) => {
        await page.goto("/explore");
        if (size === "desktop") await drawn(page);
        await shoot(page, "explore-list");
        await page.getByRole("button", { name: "Filters" }).click();
        await expect(page.getByRole("dialog", { name: "Filters" })).toBeVisible();
        await shoot(page, "filters");
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
        if (size === "phone") await page.getByRole("button", { name: "Map", exact: true }).click();
        await drawn(page);
        await shoot(page, "explore-map");
      });

      test("place", async ({ page }) => {
        await page.goto("/explore");
        await page.locator("main a[href='/places/phong-nha-cave']").first().click();
        await expect(page.getByRole("dialog").getByText("Phong Nha Cave").first()).toBeVisible();
        await shoot(page, "place-dialog");
        await page.goto("/places/phong-nha-cave");
        await scrolled(page);
        await shoot(page, "place", true);
      });

      test("not found", async ({ page, guard }) => {
        guard.allow(/404/);
        await page.goto("/nowhere");
        await shoot(page, "not-found");
      });

      test("login and docs", async ({ page }) => {
        await page.goto("/login");
        await shoot(page, "login");
        await page.goto("/docs");
        await shoot(page, "docs");
      });

      test("console: the way in", async ({ page, signIn }) => {
        await page.goto(`${CONSOLE}login`);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
        await shoot(page, "console-sign-in");
        await signIn("viewer");
        await page.goto(CONSOLE);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
        await shoot(page, "console-access-denied");
      });

      test("console: overview, list, add and delete", async ({ page, signIn }) => {
        await signIn("admin");
        await page.goto(CONSOLE);
        await expect(page.getByRole("definition").first()).toHaveText(/\d/);
        await shoot(page, "console-overview");
        await page.goto(`${CONSOLE}businesses`);
        await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
        await shoot(page, "console-businesses");
        await page
          .getByRole("button", { name: /^Delete / })
          .first()
          .click();
        await expect(page.getByRole("dialog", { name: "Delete this business?" })).toBeVisible();
        await shoot(page, "console-delete");
        await page.goto(`${CONSOLE}businesses/create`);
        await drawn(page);
        await shoot(page, "console-add");
      });

      test("console: the four tabs", async ({ page, signIn, visitor }) => {
        const place = await visitor.place("phong-nha-cave");
        await signIn("admin");
        await openPlace(page, place);
        await drawn(page);
        for (const [index, name] of TABS.entries()) {
          await openTab(page, name);
          await shoot(page, `console-edit-${index + 1}`, true);
        }
      });
    });
  }
}
