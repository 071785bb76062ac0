import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectDialogFocused, letPageRun, test } from "../fixtures";

const box = (page: Page) => page.getByRole("combobox", { name: "Search places" });
const list = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
const options = (page: Page) => list(page).getByRole("option");
const count = (page: Page) => page.getByRole("status").filter({ hasText: "found" });

/** Opens Explore and waits until it is hydrated. */
async function open(page: Page, path = "/explore") {
  await page.goto(path);
  await expect(page.getByText("Loading businesses...")).toBeHidden();
}

/**
 * Focuses the search box and waits for the full descriptions, which are loaded on focus. Until they are there, the
 * suggestions can change.
 */
async function focusBox(page: Page) {
  const descriptions = page.waitForResponse((response) => response.url().includes("fields=id,description"));
  await box(page).focus();
  await (await descriptions).finished();
  await letPageRun(page, 50);
}

// R203
test("suggestions appear while typing without a request, and typed accents come first", async ({ page }) => {
  await open(page);
  await focusBox(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await box(page).pressSequentially("hang én");
  await expect(options(page).first()).toContainText("Hang En Cave");
  await expect(options(page).first()).toContainText("Hang Én");
  await expect(box(page)).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("status").filter({ hasText: "suggestion" })).toHaveText(
    new RegExp(
      `^${await options(page).count()} suggestions?\\. Use the up and down arrow keys to choose\\.$`,
    ),
  );
  expect(requests.filter((url) => url.includes("/api/"))).toEqual([]);
  // The list and the address follow too.
  await expect(page.getByRole("list", { name: "Places found" }).getByRole("heading").first()).toHaveText(
    "Hang En Cave",
  );
  await expect(page).toHaveURL(`/explore?q=${encodeURIComponent("hang én")}`);
  await expectAccessible(page, "explore, suggestions");
});

// R203
test("typos are forgiven", async ({ page }) => {
  await open(page);
  for (const typed of ["phogn nha cave", "Phong Nah", "phong nha cav"]) {
    await box(page).fill(typed);
    await expect(options(page).first(), typed).toContainText("Phong Nha Cave");
  }
  await expect(count(page)).not.toHaveText("0 places found");
});

// R203
test("arrow keys wrap, Enter opens, Escape closes and keeps the text", async ({ page }) => {
  await open(page);
  await focusBox(page);
  await box(page).pressSequentially("son doong");
  await expect(options(page).first()).toContainText("Son Doong Cave");
  await page.keyboard.press("ArrowUp");
  await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(list(page).getByRole("option", { selected: true })).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  const first = options(page).first();
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(box(page)).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id"))!);
  await expectAccessible(page, "explore, a suggestion chosen by keyboard");
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(box(page)).toHaveValue("son doong");
  await expect(box(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowDown");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectDialogFocused(page.getByRole("dialog", { name: "Son Doong Cave" }));
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("son doong");
  await expect(list(page)).toBeHidden();
});

// R203
test("Enter without a selection searches, and leaving the box closes the suggestions", async ({ page }) => {
  await open(page);
  await box(page).pressSequentially("son");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(list(page)).toBeHidden();
  await expect(page).toHaveURL("/explore?q=son");
  await box(page).pressSequentially(" d");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(list(page)).toBeHidden();
  await open(page, "/explore?q=son");
  await expect(box(page)).toHaveValue("son");
  await expect(list(page), "an address brings words, not suggestions").toBeHidden();
});

// R203
test("taps open a place and choose a category or tag; options are 44 px high @phone", async ({
  page,
  publicApi,
}) => {
  await open(page);
  await box(page).tap();
  await box(page).pressSequentially("cav");
  await expect(options(page).first()).toBeVisible();
  // Measured in one call, because the suggestions may change in between.
  const sizes = await options(page).evaluateAll((all) =>
    all.map((option) => option.getBoundingClientRect().toJSON() as DOMRect),
  );
  for (const { height, width } of sizes) {
    expect(height).toBeGreaterThanOrEqual(44);
    expect(width).toBeGreaterThan(300);
  }
  await options(page)
    .filter({ hasText: /^Caves\d+ places$/ })
    .tap();
  const caves = (await publicApi.places("category=cave")).length;
  await expect(page).toHaveURL("/explore?category=cave");
  await expect(count(page)).toHaveText(`${caves} places found · Filtered by Caves`);
  await expect(box(page)).toHaveValue("");
  await box(page).pressSequentially("beer");
  await options(page)
    .filter({ hasText: /^beerTag$/ })
    .tap();
  await expect(page).toHaveURL("/explore?category=cave&tags=beer");
  await page.getByRole("button", { name: "Remove the beer filter" }).tap();
  await box(page).pressSequentially("hang toi");
  await options(page).filter({ hasText: "Dark Cave" }).tap();
  await expectDialogFocused(page.getByRole("dialog", { name: "Dark Cave" }));
});

// R203
test("a click selects an option and keeps the focus in the box @desktop", async ({ page }) => {
  await open(page);
  await box(page).pressSequentially("waterf");
  await options(page)
    .filter({ hasText: /^Waterfalls1 place$/ })
    .click();
  await expect(page).toHaveURL("/explore?category=waterfall");
  await expect(box(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/explore(\?q=waterf)?$/);
});
