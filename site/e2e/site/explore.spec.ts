import type { Page } from "@playwright/test";
import { expect, expectDialogFocused, test } from "../fixtures";

const count = (page: Page) => page.getByRole("status").filter({ hasText: "found" });
const cards = (page: Page) => page.getByRole("list", { name: "Places found" }).getByRole("listitem");
const chip = (page: Page, name: string) =>
  page.getByRole("list", { name: "Categories" }).getByRole("button", { name: new RegExp(`^${name}\\b`) });
const search = (page: Page) => page.getByRole("combobox", { name: "Search places" });
const map = (page: Page) => page.getByRole("region", { name: "Map of the places found" });

/** Opens Explore and waits until it is hydrated: before, clicks have no effect. */
async function open(page: Page, path = "/explore") {
  await page.goto(path);
  await expect(page.getByText("Loading businesses...")).toBeHidden();
}

// R45
test("a list panel of 32rem is beside the map, and the page does not scroll @desktop", async ({ page }) => {
  await open(page);
  const panel = (await page.getByRole("main").locator("[data-shows] > div").first().boundingBox())!;
  const beside = (await map(page).boundingBox())!;
  expect(panel.width).toBe(32 * 16);
  expect(beside.x).toBe(panel.x + panel.width);
  expect(beside.x + beside.width).toBe(page.viewportSize()!.width);
  await expect(page.getByRole("button", { name: "Map", exact: true })).toBeHidden();
  const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 400);
  expect(scrolls).toBe(false);
});

// R45
test("a button switches a phone between list and map @phone", async ({ page }) => {
  await open(page);
  await expect(cards(page).first()).toBeVisible();
  await expect(map(page)).toBeHidden();
  await page.getByRole("button", { name: "Map", exact: true }).tap();
  await expect(map(page)).toBeVisible();
  await expect(cards(page).first()).toBeHidden();
  await page.getByRole("button", { name: "List", exact: true }).tap();
  await expect(cards(page).first()).toBeVisible();
  await expect(map(page)).toBeHidden();
});

// R46
test("counts on category chips follow the search and equal the results", async ({ page }) => {
  await open(page, "/explore?q=dong%20phong%20nha");
  const countOn = async (name: string) => Number((await chip(page, name).textContent())!.match(/\d+$/)![0]);
  // The search of the address runs after the hydration, and again when the full descriptions are loaded.
  await expect(async () => {
    const all = await countOn("All");
    expect(all).toBeLessThan(100);
    await expect(count(page)).toContainText(new RegExp(`^${all}\\b`), { timeout: 500 });
  }).toPass();
  for (const name of ["Accommodation", "Caves"]) {
    await chip(page, name).click();
    await expect(chip(page, name)).toHaveAttribute("aria-pressed", "true");
    await expect(async () => expect(await cards(page).count()).toBe(await countOn(name))).toPass();
    expect(await countOn(name), name).toBeLessThanOrEqual(await countOn("All"));
  }
  // Without a search, each chip shows the total of the guide.
  await open(page, "/explore");
  await expect(async () => expect(await countOn("Accommodation")).toBeGreaterThan(20)).toPass();
});

// R46
test("the list is narrowed by a search box, category chips and a Filters dialog", async ({
  page,
  publicApi,
}) => {
  await open(page);
  await expect(page.getByPlaceholder("Search places...", { exact: true })).toBeVisible();
  const categories = await publicApi.categories();
  const populated = categories.filter(({ placeCount }) => placeCount > 0);
  await expect(page.getByRole("list", { name: "Categories" }).getByRole("button")).toHaveCount(
    populated.length + 1,
  );
  await page.getByRole("button", { name: "Filters" }).click();
  const dialog = page.getByRole("dialog", { name: "Filters" });
  const choices = dialog.getByRole("group", { name: "Categories" }).getByRole("radio");
  await expect(choices).toHaveCount(categories.length + 1);
  await expect(dialog.getByRole("radio", { name: /^All\b/ })).toBeChecked();
  for (const { name, placeCount } of categories.slice(0, 4)) {
    await expect(dialog.getByRole("radio", { name: `${name} ${placeCount}`, exact: true })).not.toBeChecked();
  }
  await dialog.getByRole("radio", { name: /^Caves\b/ }).check();
  await expect(page).toHaveURL("/explore?category=cave");
  const caves = (await publicApi.places("category=cave")).length;
  await dialog.getByRole("button", { name: `Show ${caves} places` }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Filters" })).toBeFocused();
  await expect(count(page)).toHaveText(`${caves} places found · Filtered by Caves`);
});

// R46
test("Escape closes the Filters dialog", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Filters" }).click();
  await expectDialogFocused(page.getByRole("dialog", { name: "Filters" }));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Filters" })).toBeFocused();
});

// R47
test("the count line shows the number of places and the filters", async ({ page, publicApi }) => {
  await open(page);
  await expect(count(page)).toHaveText(`${(await publicApi.places()).length} places found`);
  await expect(cards(page)).toHaveCount((await publicApi.places()).length);
  await chip(page, "Waterfalls").click();
  await expect(count(page)).toHaveText("1 place found · Filtered by Waterfalls");
  await expect(cards(page)).toHaveCount(1);
});

// R48
test("cards stand two in a row", async ({ page }) => {
  await open(page);
  const [first, second, third] = await Promise.all(
    [0, 1, 2].map(async (at) => (await cards(page).nth(at).boundingBox())!),
  );
  expect(second!.y).toBe(first!.y);
  expect(second!.x).toBeGreaterThanOrEqual(first!.x + first!.width);
  expect(third!.x).toBe(first!.x);
  expect(third!.y).toBeGreaterThan(first!.y);
});

// R49
test("an empty result has a message and a way back", async ({ page }) => {
  await open(page);
  await search(page).fill("zzzz no such place");
  await expect(page.getByText("No places found", { exact: true })).toBeVisible();
  await expect(page.getByText("Try adjusting your search or filters", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show all places" }).click();
  await expect(search(page)).toHaveValue("");
  await expect(cards(page).first()).toBeVisible();
});

// R49, R178
test("the list says that it loads until the address has been read", async ({ page, request }) => {
  expect(await (await request.get("/explore")).text()).toContain("Loading businesses...");
  await open(page);
});

// R50
test.describe("the search matches name, description and category name in any case", () => {
  const searches = [
    ["a name", "sOn DOONG", "Son Doong Cave"],
    ["a name without its accents", "dong tien son", "Tien Son Cave"],
    ["a description", "583 STEPS", "Tien Son Cave"],
    ["a category's name", "waterfalls", null],
  ] as const;
  for (const [where, query, expected] of searches) {
    test(where, async ({ page, publicApi }) => {
      const [only] = expected ? [] : await publicApi.places("category=waterfall");
      await open(page);
      await search(page).fill(query);
      await expect.poll(() => cards(page).count()).toBeLessThan(5);
      await expect(cards(page).getByRole("heading")).toContainText([expected ?? only!.name]);
    });
  }
});

// R51
test("a category filter matches any category of a place", async ({ page, publicApi }) => {
  const attractions = await publicApi.places("category=attractions");
  const notFirst = attractions.find(({ categories }) => categories[0]!.slug !== "attractions")!;
  await open(page, "/explore?category=attractions");
  await expect(cards(page)).toHaveCount(attractions.length);
  await expect(cards(page).getByRole("link", { name: notFirst.name, exact: true })).toBeVisible();
});

// R52
test("a tag filter matches every tag that contains a selected tag, in any case", async ({
  page,
  publicApi,
}) => {
  const all = await publicApi.places();
  const expected = all.filter(({ tags }) => tags.some((tag) => /beer|river/i.test(tag)));
  await open(page, "/explore?tags=BEER,riv");
  await expect(cards(page)).toHaveCount(expected.length);
  await expect(count(page)).toHaveText(`${expected.length} places found · Filtered by BEER, riv`);
  await page.getByRole("button", { name: "Remove the riv filter" }).click();
  await expect(page).toHaveURL("/explore?tags=BEER");
  await expect(cards(page)).toHaveCount(
    all.filter(({ tags }) => tags.some((tag) => /beer/i.test(tag))).length,
  );
});

// R8
test.describe("the address filters", () => {
  // R413
  test("by slug, alias, plural or id", async ({ page, publicApi }) => {
    const id = await publicApi.categoryId("cave");
    const caves = (await publicApi.places("category=cave")).length;
    for (const category of ["cave", "caves", String(id)]) {
      await open(page, `/explore?category=${category}`);
      await expect(count(page)).toHaveText(`${caves} places found · Filtered by Caves`);
      await expect(chip(page, "Caves")).toHaveAttribute("aria-pressed", "true");
    }
    await open(page, "/explore?category=no-such-category");
    await expect(page.getByText("No places found", { exact: true })).toBeVisible();
  });

  test("by a category and tags together", async ({ page, publicApi }) => {
    const expected = (await publicApi.places("category=accommodation")).filter(({ tags }) =>
      tags.includes("beer"),
    );
    expect(expected.length).toBeGreaterThan(0);
    await open(page, "/explore?category=accommodation&tags=beer");
    await expect(cards(page)).toHaveCount(expected.length);
  });
});

// R53
test("the search is kept in the address and in the history", async ({ page }) => {
  await open(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await search(page).pressSequentially("son doong", { delay: 30 });
  await expect(page).toHaveURL("/explore?q=son%20doong");
  await expect(count(page)).toHaveText("3 places found");
  await page.keyboard.press("Escape"); // the suggestions cover the chips
  await chip(page, "Caves").click();
  await expect(page).toHaveURL("/explore?category=cave&q=son%20doong");
  await page.goBack();
  await expect(page).toHaveURL("/explore?q=son%20doong");
  await search(page).fill("son doong cave");
  await page.keyboard.press("Escape");
  // A blur writes the address at once, so the search is kept when a card is followed right away.
  await cards(page).getByRole("link", { name: "Son Doong Cave", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Son Doong Cave" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/explore?q=son%20doong%20cave");
  await expect(search(page)).toHaveValue("son doong cave");
  await page.goBack();
  await expect(page).toHaveURL("/explore");
  await expect(search(page)).toHaveValue("");
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  await open(page, "/explore?q=son%20doong");
  await expect(search(page)).toHaveValue("son doong");
  await expect(count(page)).toHaveText("3 places found");
});

// R13
test("'Interactive Map' and 'Open the map' lead a phone to the map @phone", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Open the map" }).click();
  await expect(page).toHaveURL("/explore?view=map");
  await expect(map(page)).toBeVisible();
  await expect(cards(page).first()).toBeHidden();
  await page.getByRole("button", { name: "List", exact: true }).tap();
  await expect(page).toHaveURL("/explore");
  await page.getByRole("contentinfo").getByRole("link", { name: "Interactive Map" }).click();
  await expect(page).toHaveURL("/explore?view=map");
  await expect(map(page)).toBeVisible();
  await page.goBack();
  await expect(cards(page).first()).toBeVisible();
  await open(page, "/explore?view=map&category=waterfall");
  await expect(map(page)).toBeVisible();
});

// R53
test("a link that is followed right after a choice is applied @phone", async ({ page }) => {
  await open(page, "/explore?view=map");
  await expect(map(page)).toBeVisible();
  await page.evaluate(() => {
    const named = (selector: string, name: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find(
        ({ innerText }) => innerText.trim() === name,
      )!;
    named("button", "List").click();
    // Before the router has processed the change to the list.
    document.querySelector<HTMLElement>('footer a[href="/explore?view=map"]')!.click();
  });
  await expect(page).toHaveURL("/explore?view=map");
  await expect(map(page)).toBeVisible();
  await expect(cards(page).first()).toBeHidden();
});

// R53, R54
test("choosing a category changes the address without a navigation, All clears it, Back restores it", async ({
  page,
}) => {
  await open(page, "/explore?tags=beer");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await chip(page, "Accommodation").click();
  await expect(page).toHaveURL("/explore?category=accommodation&tags=beer");
  await expect(chip(page, "Accommodation")).toHaveAttribute("aria-pressed", "true");
  await chip(page, "All").click();
  await expect(page).toHaveURL("/explore");
  await expect(count(page)).not.toContainText("Filtered by");
  await page.goBack();
  await expect(page).toHaveURL("/explore?category=accommodation&tags=beer");
  await expect(count(page)).toContainText("Filtered by Accommodation, beer");
  expect(requests.filter((url) => /\/explore/.test(url))).toEqual([]);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});
