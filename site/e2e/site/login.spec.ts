import type { Page } from "@playwright/test";
import { credentials } from "../api";
import { expect, test } from "../fixtures";

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

// R423
test("/login signs in and returns to the previous page", async ({ page }) => {
  const { email, password } = credentials("admin");
  await page.goto("/login?return=/admin-portal/businesses");
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/admin-portal\/businesses/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");
});

// R314
test("/login returns to paths of this guide only @desktop", async ({ page }) => {
  const { email, password } = credentials("viewer");
  for (const foreignUrl of ["https://example.com/", "//example.com/", "/\\example.com"]) {
    await page.goto(`/login?return=${encodeURIComponent(foreignUrl)}`);
    await signIn(page, email, password);
    // A traveler without a valid return path goes to Home, not to the console.
    await expect(page).toHaveURL("/");
  }
});

// R312
test("/login rejects known and unknown addresses alike and keeps the address @desktop", async ({
  page,
  monitor,
}) => {
  monitor.allow(/401 \(Unauthorized\)/);
  const messages: string[] = [];
  for (const email of [credentials("business_owner").email, "nobody@example.org"]) {
    await page.goto("/login");
    await signIn(page, email, "not the password");
    messages.push((await page.getByRole("alert").textContent())!);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password")).toHaveValue("");
  }
  expect(messages[0]).toBe(messages[1]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  // R423
  test("/login signs in", async ({ page, context }) => {
    const { email, password } = credentials("viewer");
    await page.goto("/login?return=/explore");
    await signIn(page, email, password);
    await expect(page).toHaveURL("/explore");
    const [cookie] = await context.cookies(new URL("/api/auth", page.url()).href);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  });
});
