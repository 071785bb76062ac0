import type { Page } from "@playwright/test";
import { expect, expectDialogFocused, test } from "../fixtures";
import { toast } from "../travelers";

const NAME = "Phong Nha Cave";
const PATH = "/places/phong-nha-cave";
const card = (page: Page) =>
  page.getByRole("list", { name: "Places found" }).getByRole("link", { name: NAME, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: NAME, exact: true });

/** Opens Explore and waits until it is hydrated. */
async function openExplore(page: Page, path = "/explore") {
  await page.goto(path);
  await expect(page.getByText("Loading businesses...")).toBeHidden();
}

async function openFromExplore(page: Page, path = "/explore") {
  await openExplore(page, path);
  await card(page).click();
  await expectDialogFocused(dialog(page));
  await expect(page).toHaveURL(PATH);
}

// R201
test("a place opens in a dialog over Explore with its own address and title", async ({ page }) => {
  await openFromExplore(page);
  await expect(
    dialog(page).getByRole("article").getByRole("heading", { level: 2, name: NAME }),
  ).toBeVisible();
  await expect(page).toHaveTitle(`${NAME} | Phong Nha Guide`);
  // The list is still behind the dialog.
  await expect(page.locator(`main a[href="${PATH}"]`).first()).toBeAttached();
  expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

const CLOSE_ACTIONS = {
  Escape: (page: Page) => page.keyboard.press("Escape"),
  "the browser's Back": (page: Page) => page.goBack(),
  "the Close button": (page: Page) =>
    dialog(page).getByRole("button", { name: "Close", exact: true }).click(),
  "the cross": (page: Page) => dialog(page).getByRole("button", { name: "Close place" }).click(),
};
for (const [way, close] of Object.entries(CLOSE_ACTIONS)) {
  test(`${way} closes the dialog and returns to the filtered list and the focused card`, async ({ page }) => {
    await openFromExplore(page, "/explore?category=cave");
    await close(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/explore?category=cave");
    await expect(page.getByRole("status").filter({ hasText: "found" })).toContainText("Filtered by Caves");
    await expect(card(page)).toBeFocused();
  });
}

test("Escape closes the dialog and keeps a toast that appeared meanwhile @desktop", async ({ page }) => {
  await openFromExplore(page);
  await dialog(page)
    .getByRole("button", { name: `Save ${NAME}` })
    .press("Enter");
  await expect(toast(page, "Please sign in")).toBeVisible();
  // A toast under the pointer does not time out.
  await toast(page, "Please sign in").hover();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(toast(page, "Please sign in")).toBeVisible();
});

// R211
test("a dialog that is opened by keyboard traps the focus @desktop", async ({ page }) => {
  await openExplore(page);
  await card(page).focus();
  await page.keyboard.press("Enter");
  await expectDialogFocused(dialog(page));
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(card(page)).toBeFocused();
});

// R201
test("a reload shows the place as a page", async ({ page }) => {
  await openFromExplore(page);
  await page.reload();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: NAME, exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/explore");
  await expect(card(page)).toBeVisible();
});

test("a place opens over Home, and Forward opens it again", async ({ page }) => {
  await page.goto("/");
  await page
    .getByRole("region", { name: "Featured Places" })
    .getByRole("link", { name: NAME, exact: true })
    .click();
  await expectDialogFocused(dialog(page));
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goForward();
  await expectDialogFocused(dialog(page));
});

test("a category badge in the dialog leads to the category and closes the dialog", async ({ page }) => {
  await openFromExplore(page);
  await dialog(page).getByRole("link", { name: "Caves", exact: true }).click();
  await expect(page).toHaveURL("/explore?category=cave");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "found" })).toContainText("Filtered by Caves");
});

test("the page behind the dialog keeps its scroll position", async ({ page }) => {
  await page.goto("/");
  const link = page
    .getByRole("region", { name: "Featured Places" })
    .getByRole("link", { name: NAME, exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await link.click();
  await expectDialogFocused(dialog(page));
  await page.mouse.wheel(0, 400);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5);
});
