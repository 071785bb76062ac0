import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, unique } from "../fixtures";
import { GUESTHOUSE_SLUG } from "../samplePlaces";
import { SAMPLE_ARTICLE } from "../sampleArticle";

/** Scrolls to the page's small map, which loads when it is near, and waits until it is drawn. */
async function scrollToMap(page: Page): Promise<void> {
  const locationMap = page
    .getByRole("figure")
    .filter({ has: page.getByRole("region", { name: /^Map of / }) });
  // The placeholder or the map: it changes while the page scrolls.
  await page.locator("[data-map]").scrollIntoViewIfNeeded();
  await expect(locationMap).toHaveAttribute("data-phase", "ready", { timeout: 20_000 });
}

const expectMapDrawn = (page: Page) =>
  expect(page.getByRole("region", { name: "Map of places", exact: true })).toHaveAttribute(
    "data-phase",
    "ready",
    {
      timeout: 20_000,
    },
  );

test.beforeEach(({ monitor }) => monitor.failOnWarnings());

for (const colorScheme of ["light", "dark"] as const) {
  // The dark colors are the same at every size.
  const size = colorScheme === "dark" ? " @phone" : "";
  // R211, R236
  test.describe(`the site in ${colorScheme} mode violates no accessibility rule`, () => {
    test.use({ colorScheme });

    test(`home, animated and with reduced motion${size}`, async ({ page }) => {
      await page.goto("/");
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background).toBe(colorScheme === "light" ? "rgb(247, 244, 236)" : "rgb(15, 22, 19)");
      await expectAccessible(page, "home");
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.reload();
      await expectAccessible(page, "home, still");
    });

    test("the phone's menu @phone", async ({ page }) => {
      await page.goto("/");
      await page.locator("header summary").tap();
      await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
      await expectAccessible(page, "menu");
    });

    test(`explore: list, map, empty result${size}`, async ({ page }) => {
      await page.goto("/explore?category=cave");
      await expect(page.getByText("Loading businesses...")).toBeHidden();
      const toMap = page.getByRole("button", { name: "Map", exact: true });
      const isPhone = await toMap.isVisible();
      if (isPhone) {
        await expectAccessible(page, "explore, list");
        await toMap.tap();
      }
      await expectMapDrawn(page);
      await expectAccessible(page, "explore, map");
      if (isPhone) await page.getByRole("button", { name: "List", exact: true }).tap();
      await page.getByRole("combobox", { name: "Search places" }).fill("zzzz");
      await expect(page.getByText("No places found", { exact: true })).toBeVisible();
      await expectAccessible(page, "explore, nothing found");
    });

    test(`explore: nearest first, before the position is known and from the map's center${size}`, async ({
      page,
    }) => {
      await page.goto("/explore?category=cave&sort=distance");
      await expect(page.getByText("It stays on your device.")).toBeVisible();
      await expectAccessible(page, "explore, nearest unasked");
      await page.getByRole("button", { name: "Use the center of the map" }).click();
      await expect(page.getByText("Nearest to the center of the map first")).toBeVisible();
      await expectAccessible(page, "explore, nearest");
    });

    test("explore: a highlighted place and its marker @desktop", async ({ page }) => {
      await page.goto("/explore?category=waterfall");
      await expectMapDrawn(page);
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
      await expectAccessible(page, "filters");
      await page.getByRole("checkbox", { name: /^Location verified/ }).check();
      await page.getByRole("button", { name: /^Show all \d+ tags$/ }).click();
      await page.getByRole("button", { name: /^river / }).click();
      await expectAccessible(page, "filters, narrowed");
    });

    test(`the place dialog${size}`, async ({ page }) => {
      await page.goto("/");
      await page
        .getByRole("region", { name: "Featured Places" })
        .getByRole("link", { name: "Phong Nha Cave", exact: true })
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page, "place dialog");
    });

    test(`a place with every field, its map and the places nearby${size}`, async ({ page }) => {
      await page.goto(`/places/${GUESTHOUSE_SLUG}`);
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expect(page.getByRole("region", { name: "Nearby" })).toBeVisible();
      await scrollToMap(page);
      await expectAccessible(page, "place");
    });

    test(`the guestbook, with an entry and without${size}`, async ({ page, admin }) => {
      const message = unique("The boat slid into the dark");
      await page.goto("/guestbook");
      await expectAccessible(page, "guestbook");
      const { id } = await admin.addEntry({ authorName: "Hằng", message, rating: 4, status: "approved" });
      try {
        await expect(async () => {
          await page.goto("/guestbook");
          await expect(page.getByText(message)).toBeVisible({ timeout: 500 });
        }).toPass();
        await expectAccessible(page, "guestbook with an entry");
      } finally {
        await admin.removeEntry(id);
      }
    });

    test(`inspiration: all articles, a topic, empty result${size}`, async ({ page }) => {
      await page.goto("/inspiration");
      await expectAccessible(page, "inspiration");
      await page.getByRole("list", { name: "Topics" }).getByRole("button", { name: "river" }).click();
      await expect(page.getByRole("heading", { name: "Articles about river" })).toBeVisible();
      await page.getByRole("searchbox").fill("zzzz");
      await expect(page.getByText("No articles found", { exact: true })).toBeVisible();
      await expectAccessible(page, "inspiration, nothing found");
    });

    test(`an article with every field and its map, and a missing one${size}`, async ({ page, monitor }) => {
      monitor.allow(/404 \(Not Found\)/);
      await page.goto("/inspiration");
      await page.getByRole("link", { name: SAMPLE_ARTICLE.title }).click();
      await expect(page.getByRole("heading", { level: 1, name: SAMPLE_ARTICLE.title })).toBeVisible();
      await scrollToMap(page);
      await expectAccessible(page, "article");
      await page.goto("/inspiration/999999999");
      await expect(page.getByRole("heading", { name: "Article not found" })).toBeVisible();
      await expectAccessible(page, "article not found");
    });

    test(`contact, empty and with errors${size}`, async ({ page }) => {
      await page.goto("/contact");
      await expectAccessible(page, "contact");
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByText("Message is required")).toBeVisible();
      await expectAccessible(page, "contact, refused");
    });

    test(`not found, sign-in and a rejected sign-in${size}`, async ({ page, monitor }) => {
      monitor.allow(/404 \(Not Found\)|401 \(Unauthorized\)/);
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
