import type { Locator, Page } from "@playwright/test";
import { credentials, type Person } from "./api";
import { expect } from "./fixtures";

/** The account's part: of the bar, or of the phone's menu (which has to be open). */
export const account = (page: Page) => page.getByRole("banner").getByRole("group", { name: "Account" });
export const signInLink = (page: Page) => account(page).getByRole("link", { name: "Sign In" });
export const signOutButton = (page: Page) => account(page).getByRole("button", { name: "Sign Out" });
export const dialog = (page: Page, name = "Sign In") => page.getByRole("dialog", { name, exact: true });
export const token = (page: Page) => page.evaluate(() => localStorage.getItem("firebaseToken"));

/** The page with its scripts running: until then the link leads to /login, as it does without them. */
export async function visit(page: Page, path = "/explore"): Promise<void> {
  await page.goto(path);
  await expect(page.getByText("Loading businesses...")).toBeHidden();
  await expect(page.locator("header [data-state=loading]")).toHaveCount(0);
}

/** The dialog, open, from the bar. */
export async function ask(page: Page): Promise<Locator> {
  await signInLink(page).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

export async function fill(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
}

export async function signInAs(page: Page, person: Person): Promise<void> {
  const { email, password } = credentials(person);
  const form = await ask(page);
  await fill(form, { Email: email, Password: password });
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(form).toBeHidden();
}

/** What a browser writes down when somebody may not sign in. */
export const REFUSED = /401 \(Unauthorized\) \(\S+\/api\/auth\/sign-in\)|Sign-in failed/;
