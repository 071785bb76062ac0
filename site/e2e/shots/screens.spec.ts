import type { Page } from "@playwright/test";
import { TABS, card, codeOf, field, find, openPlace, openTab, settled, test } from "../console/people";
import { expect } from "../fixtures";

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

      test("console: users", async ({ page, signIn, people }) => {
        const lastName = "Nguyễn Thị Phương";
        const user = await people.add({
          firstName: "Thảo",
          lastName,
          role: "business_owner",
          isActive: false,
        });
        await people.add({ firstName: "Linh" });
        await signIn("admin");
        await page.goto(`${CONSOLE}users`);
        await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
        await shoot(page, "console-users", true);
        await find(page, user.email);
        await expect(card(page, `Thảo ${lastName}`)).toBeVisible();
        await page.getByRole("link", { name: `Edit Thảo ${lastName}` }).click();
        await expect(field(page, "Email")).toHaveValue(user.email);
        await shoot(page, "console-user-edit");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: `Delete Thảo ${lastName}` }).click();
        await expect(page.getByRole("dialog", { name: "Delete this user?" })).toBeVisible();
        await shoot(page, "console-user-delete");
        await page.keyboard.press("Escape");
        await find(page, "nobody is called this");
        await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
        await shoot(page, "console-users-none");
        await page.goto(`${CONSOLE}users/create`);
        await page.getByRole("button", { name: "Create User" }).click();
        await expect(page.getByText("Valid email is required")).toBeVisible();
        await shoot(page, "console-user-add");
      });

      test("console: one's own account", async ({ page, signIn, people }) => {
        await signIn(await people.staff());
        await page.goto(`${CONSOLE}account`);
        await expect(
          page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem"),
        ).toBeVisible();
        await shoot(page, "console-account", true);
        await page.getByRole("button", { name: "Delete my account" }).click();
        await expect(page.getByRole("dialog", { name: "Delete your account?" })).toBeVisible();
        await shoot(page, "console-account-delete");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Set up" }).click();
        const secret = (await page.locator("code").textContent())!.replaceAll(" ", "");
        await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
        await shoot(page, "console-second-factor");
        await field(page, "Code from the app").fill(codeOf(secret));
        await page.keyboard.press("Enter");
        await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
        await shoot(page, "console-recovery-codes");
        await page.getByRole("button", { name: "I have kept them" }).click();
      });

      test("console: a second factor at the sign-in, and one that is owed", async ({
        page,
        signIn,
        people,
        guard,
      }) => {
        guard.allow(/401/);
        const problem = {
          type: "/problems/second-factor-required",
          title: "Unauthorized",
          status: 401,
          detail: "No",
        };
        await page.route("**/api/auth/sign-in", (route) =>
          route.fulfill({ status: 401, contentType: "application/problem+json", json: problem }),
        );
        await page.goto(`${CONSOLE}login`);
        await field(page, "Email").fill("linh@example.org");
        await field(page, "Password").fill("seven-lanterns");
        await page.keyboard.press("Enter");
        await expect(field(page, "Code")).toBeFocused();
        await shoot(page, "console-sign-in-code");
        await page.route("**/api/auth/account", async (route) => {
          const answer = await route.fetch();
          const profile = (await answer.json()) as object;
          await route.fulfill({ response: answer, json: { ...profile, owesSecondFactor: true } });
        });
        await signIn(await people.staff());
        await page.goto(CONSOLE);
        await page.getByRole("button", { name: "Set up" }).click();
        await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
        await shoot(page, "console-second-factor-due", true);
      });

      test("console: the older page", async ({ page, signIn }) => {
        await signIn("admin");
        await page.goto(`${CONSOLE}admin`);
        await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
        await shoot(page, "console-older-manage");
        await page.getByRole("tab", { name: "Add Business" }).click();
        await drawn(page);
        await shoot(page, "console-older-add");
      });
    });
  }
}
