import type { Page } from "@playwright/test";
import { Api } from "../api";
import { expect, test } from "../fixtures";
import { openSignInDialog } from "../signIn";
import { openSignedIn, createTraveler, submitSignIn, toast } from "../travelers";

const NAME = "Phong Nha Cave";
const LIKES = "**/api/user/likes";

/** The heart of a card on Explore, which is hydrated. */
async function heartOn(page: Page) {
  await expect(page.getByText("Loading businesses...")).toBeHidden();
  return page
    .getByRole("list", { name: "Places found" })
    .getByRole("button", { name: `Save ${NAME}`, exact: true });
}

// R81
test("a heart without a session asks for a sign-in and sends nothing", async ({ page }) => {
  const requestPaths: string[] = [];
  page.on("request", (request) => requestPaths.push(new URL(request.url()).pathname));
  await page.goto("/explore");
  const heart = await heartOn(page);
  await heart.click();
  await expect(toast(page, "Please sign in")).toContainText("You need to be signed in to like businesses");
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect(page).toHaveURL("/explore");
  expect(requestPaths.filter((path) => path.startsWith("/api/user"))).toEqual([]);
});

// R81
test("a heart pressed before the sign-in is saved after it, on the same page @desktop", async ({ page }) => {
  const traveler = await createTraveler("Linh", "Trần");
  await page.goto("/explore");
  const heart = await heartOn(page);
  await heart.click();
  await expect(toast(page, "Please sign in")).toBeVisible();
  await openSignInDialog(page);
  await submitSignIn(page, traveler);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => (await (await Api.signedIn(traveler)).likes()).map(({ name }) => name))
    .toEqual([NAME]);
});

// R63, R80, R170, R175
test("a heart changes at once, refetches the list and matches the heart in the dialog", async ({ page }) => {
  const traveler = await createTraveler("Linh", "Trần");
  await openSignedIn(page, traveler, "/explore");
  const heart = await heartOn(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/user/likes/toggle", async (route) => {
    await held;
    await route.continue();
  });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  const refetched = page.waitForResponse(LIKES);
  release();
  expect(((await (await refetched).json()) as { name: string }[]).map(({ name }) => name)).toEqual([NAME]);
  await page
    .getByRole("list", { name: "Places found" })
    .getByRole("link", { name: NAME, exact: true })
    .click();
  const inDialog = page.getByRole("dialog").getByRole("button", { name: `Save ${NAME}`, exact: true });
  await expect(inDialog).toHaveAttribute("aria-pressed", "true");
  const refetchedAgain = page.waitForResponse(LIKES);
  await inDialog.press("Enter");
  await expect(inDialog).toHaveAttribute("aria-pressed", "false");
  await refetchedAgain;
  await page.keyboard.press("Escape");
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  expect(await (await Api.signedIn(traveler)).likes()).toEqual([]);
});

// R82
test("a failed like is reverted and reported @desktop", async ({ page, monitor }) => {
  monitor.allow(/50\d/);
  await openSignedIn(page, await createTraveler("Linh", "Trần"), "/explore");
  const heart = await heartOn(page);
  await page.route("**/api/user/likes/toggle", (route) => route.fulfill({ status: 503, body: "" }));
  await heart.click();
  await expect(toast(page, "Error")).toContainText("Failed to update favorite");
  await expect(heart).toHaveAttribute("aria-pressed", "false");
});
