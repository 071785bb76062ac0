import { expect, test } from "../fixtures";

const ABOUT = "what-is-phong-nha-guide";

// R2
test("Home shows the number of verified places, rounded down", async ({ page, publicApi }) => {
  const verified = (await publicApi.places("verified=true")).length;
  const claimed = verified >= 100 ? Math.floor(verified / 100) * 100 : Math.floor(verified / 10) * 10;
  expect(claimed).toBeGreaterThanOrEqual(10);
  await page.goto("/");
  await expect(page.getByText(`${claimed}+ verified places`)).toBeVisible();
});

// R15
test("the hero takes 90% of the viewport's height", async ({ page }) => {
  await page.goto("/");
  const hero = page.getByRole("main").locator("section").first();
  const height = (await hero.boundingBox())!.height;
  expect(height / page.viewportSize()!.height).toBeCloseTo(0.9, 2);
});

// R16, R17, R18, R19
test.describe("each prompt leads to its places", () => {
  // Without animation all four prompts are visible.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  const prompts = [
    {
      text: "I want to explore a cave.",
      button: "Show me some caves",
      query: "category=cave",
      filter: "Caves",
    },
    {
      text: "I want to eat street food.",
      button: "Show me street food spots",
      query: "category=street-food",
      filter: "Street Food",
    },
    {
      text: "I'm feeling adventurous.",
      button: "Show me adventures",
      query: "category=attraction",
      filter: "Attractions",
    },
    {
      text: "I would like a cold beer!",
      button: "Take me to the bar",
      query: "tags=beer",
      filter: "beer",
    },
  ];
  for (const { text, button, query, filter } of prompts) {
    test(`'${text}'`, async ({ page, publicApi }) => {
      const expected = await publicApi.places(query);
      expect(expected.length).toBeGreaterThan(0);
      await page.goto("/");
      const prompt = page
        .getByRole("list", { name: "Ideas to start with" })
        .getByRole("listitem")
        .filter({ hasText: text });
      await prompt.getByRole("link", { name: button, exact: true }).click();
      await expect(page).toHaveURL(`/explore?${query}`);
      await expect(page.getByRole("status").filter({ hasText: "found" })).toHaveText(
        `${expected.length} places found · Filtered by ${filter}`,
      );
    });
  }
});

// R21
test.describe("'Learn more'", () => {
  test("scrolls to the introduction after 100 ms", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("link", { name: "Learn more" }).click();
    await page.clock.runFor(99);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.clock.runFor(1);
    const about = page.locator(`#${ABOUT}`);
    await expect.poll(async () => Math.round((await about.boundingBox())!.y)).toBeLessThanOrEqual(100);
    await expect(about).toBeFocused();
  });

  test("scrolls smoothly without reduced motion", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() => {
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      Element.prototype.scrollIntoView = function (how) {
        asked.push(this.id, how);
      };
    });
    await page.getByRole("link", { name: "Learn more" }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked))
      .toEqual([ABOUT, { behavior: "smooth" }]);
  });

  test("scrolls one screen down if the introduction is missing", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.locator(`#${ABOUT}`).evaluate((section) => section.removeAttribute("id"));
    await page.getByRole("link", { name: "Learn more" }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(await page.evaluate(() => innerHeight));
  });
});

// R22
test("an introduction and feature blocks lead to the map, the articles and the guestbook", async ({
  page,
}) => {
  await page.goto("/");
  const about = page.getByRole("region", { name: "What is Phong Nha Guide?" });
  await expect(about.getByRole("paragraph").first()).toContainText("a map and a list");
  const cards = page.getByRole("region", { name: "Explore the guide" }).getByRole("link");
  expect(await cards.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
    "/explore?view=map",
    "/inspiration",
    "/guestbook",
  ]);
  await cards.first().click();
  await expect(page).toHaveURL("/explore?view=map");
});

test("Home shows the three newest articles and links to all", async ({ page, publicApi }) => {
  const newest = (await publicApi.articles()).slice(0, 3);
  await page.goto("/");
  const articles = page.getByRole("region", { name: "Latest Articles" });
  await expect(articles.getByRole("heading", { level: 3 })).toHaveText(newest.map(({ title }) => title));
  await articles.getByRole("link", { name: "All Articles" }).click();
  await expect(page).toHaveURL("/inspiration");
});

// R23
test("Home features the premium places and links to Explore", async ({ page, publicApi }) => {
  const premium = await publicApi.places("premium=true");
  await page.goto("/");
  const featured = page.getByRole("region", { name: "Featured Places" });
  await expect(featured.getByRole("heading", { level: 3 })).toHaveText(premium.map(({ name }) => name));
  await expect(featured.getByText("No premium places available at the moment.")).toBeHidden();
  await featured.getByRole("link", { name: "Explore More" }).click();
  await expect(page).toHaveURL("/explore");
});
