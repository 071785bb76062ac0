import type { Page } from "@playwright/test";
import { settled } from "../console/desk";
import { expect, expectAccessible, test } from "../fixtures";
import { GUESTHOUSE_SLUG } from "../guesthouse";

const drawn = (page: Page) =>
  expect(page.getByRole("region", { name: "Map of places", exact: true })).toHaveAttribute(
    "data-phase",
    "ready",
    {
      timeout: 20_000,
    },
  );

for (const colorScheme of ["light", "dark"] as const) {
  // The dark colours are the same at every size.
  const size = colorScheme === "dark" ? " @phone" : "";
  test.describe(`${colorScheme} colours break no rule of accessibility`, () => {
    test.use({ colorScheme });

    test(`home, moving and still${size}`, async ({ page }) => {
      await page.goto("/");
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(paper).toBe(colorScheme === "light" ? "rgb(247, 244, 236)" : "rgb(15, 22, 19)");
      await settled(page);
      await expectAccessible(page, "home");
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.reload();
      await expectAccessible(page, "home, still");
    });

    test("the phone's menu @phone", async ({ page }) => {
      await page.goto("/");
      await page.locator("header summary").tap();
      await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
      await settled(page);
      await expectAccessible(page, "menu");
    });

    test(`explore: list, map, nothing found${size}`, async ({ page }) => {
      await page.goto("/explore?category=cave");
      await expect(page.getByText("Loading businesses...")).toBeHidden();
      const toMap = page.getByRole("button", { name: "Map", exact: true });
      const isPhone = await toMap.isVisible();
      if (isPhone) {
        await expectAccessible(page, "explore, list");
        await toMap.tap();
      }
      await drawn(page);
      await expectAccessible(page, "explore, map");
      if (isPhone) await page.getByRole("button", { name: "List", exact: true }).tap();
      await page.getByRole("searchbox").fill("zzzz");
      await expect(page.getByText("No places found", { exact: true })).toBeVisible();
      await expectAccessible(page, "explore, nothing found");
    });

    test("explore: a highlighted place and its marker @desktop", async ({ page }) => {
      await page.goto("/explore?category=waterfall");
      await drawn(page);
      const card = page.getByRole("list", { name: "Places found" }).getByRole("link");
      const name = (await card.textContent())!;
      await card.hover();
      await expect(
        page.getByRole("region", { name: "Map of places", exact: true }).getByRole("button", { name }),
      ).toBeVisible();
      await expectAccessible(page, "explore, highlighted");
    });

    test(`the Filters dialog${size}`, async ({ page }) => {
      await page.goto("/explore");
      await expect(page.getByText("Loading businesses...")).toBeHidden();
      await page.getByRole("button", { name: "Filters" }).click();
      await expect(page.getByRole("dialog", { name: "Filters" })).toBeVisible();
      await settled(page);
      await expectAccessible(page, "filters");
    });

    test(`the place dialog${size}`, async ({ page }) => {
      await page.goto("/");
      await page
        .getByRole("region", { name: "Featured Places" })
        .getByRole("link", { name: "Phong Nha Cave", exact: true })
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await settled(page);
      await expectAccessible(page, "place dialog");
    });

    test(`a place with everything, its map, and the places nearby${size}`, async ({ page }) => {
      await page.goto(`/places/${GUESTHOUSE_SLUG}`);
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expect(page.getByRole("region", { name: "Nearby" })).toBeVisible();
      const spot = page.getByRole("figure").filter({ has: page.getByRole("region", { name: /^Map of / }) });
      await spot.scrollIntoViewIfNeeded();
      await expect(spot).toHaveAttribute("data-phase", "ready", { timeout: 20_000 });
      await expectAccessible(page, "place");
    });

    test(`not found, sign-in and a refused sign-in${size}`, async ({ page, guard }) => {
      guard.allow(/404 \(Not Found\)|401 \(Unauthorized\)/);
      await page.goto("/no-such-page");
      await expectAccessible(page, "not found");
      await page.goto("/login");
      await expectAccessible(page, "login");
      await page.getByLabel("Email").fill(`nobody-${colorScheme}@example.org`);
      await page.getByLabel("Password").fill("not the password");
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await expectAccessible(page, "login, refused");
    });
  });
}
