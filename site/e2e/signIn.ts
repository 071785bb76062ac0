import type { Locator, Page } from "@playwright/test";
import { credentials, type Role } from "./api";
import { expect } from "./fixtures";

/** The account's group in the header, or in the phone's menu, which has to be open. */
export const accountMenu = (page: Page) => page.getByRole("banner").getByRole("group", { name: "Account" });
export const signInLink = (page: Page) => accountMenu(page).getByRole("link", { name: "Sign In" });
export const signOutButton = (page: Page) => accountMenu(page).getByRole("button", { name: "Sign Out" });
export const signInDialog = (page: Page, name = "Sign In") => page.getByRole("dialog", { name, exact: true });
export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("firebaseToken"));

/** Opens a page and waits until it is hydrated: before, and without scripts, the link leads to /login. */
export async function openHydrated(page: Page, path = "/about"): Promise<void> {
  await page.goto(path);
  await expect(page.getByText("Loading businesses...")).toBeHidden();
  await expect(page.locator("header [data-state=loading]")).toHaveCount(0);
}

/** Opens the dialog from the header. */
export async function openSignInDialog(page: Page): Promise<Locator> {
  await signInLink(page).click();
  await expect(signInDialog(page)).toBeVisible();
  return signInDialog(page);
}

/** Fills inputs by their labels. */
export async function fillForm(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
}

/** Signs in through the dialog. */
export async function signInAs(page: Page, role: Role): Promise<void> {
  const { email, password } = credentials(role);
  const form = await openSignInDialog(page);
  await fillForm(form, { Email: email, Password: password });
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(form).toBeHidden();
}

/** The console errors of a refused sign-in. */
export const SIGN_IN_REFUSED = /401 \(Unauthorized\) \(\S+\/api\/auth\/sign-in\)|Sign-in failed/;
