import type { AccountResponse, SessionResponse } from "@karst/client";
import { expect, type Page } from "@playwright/test";
import { Api, type Credentials } from "./api";
import { uniqueEmail } from "./fixtures";

export const PASSWORD = "seven-lanterns";

/** Signs up an account for one test, so that no other test changes its likes and entries. */
export async function createTraveler(firstName: string, lastName: string): Promise<Credentials> {
  const email = uniqueEmail("traveler");
  await Api.anonymous().signUp({ firstName, lastName, email, password: PASSWORD });
  return { email, password: PASSWORD };
}

/** Gives the browser the cookie and the token of an account that signed in earlier. */
export async function restoreSession(page: Page, account: Credentials): Promise<AccountResponse> {
  const response = await page.request.post("/api/auth/sign-in", { data: account });
  expect(response.status(), await response.text()).toBe(200);
  const { token, user } = (await response.json()) as SessionResponse;
  await page.addInitScript((storedToken) => {
    if (sessionStorage.getItem("given")) return;
    sessionStorage.setItem("given", "yes");
    localStorage.setItem("firebaseToken", storedToken);
  }, token);
  return user;
}

/** Opens a page with the session of an account and waits until the page knows the account. */
export async function openSignedIn(page: Page, account: Credentials, path: string): Promise<void> {
  await restoreSession(page, account);
  await page.goto(path);
  await expect(page.locator("[data-state=loading]")).toHaveCount(0);
}

/** Signs in through the dialog that is opening. */
export async function submitSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Sign In", exact: true });
  await dialog.getByLabel("Email", { exact: true }).fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** The visible toast. Its announcement for screen readers is another element. */
export function toast(page: Page, title: string) {
  const region = page.getByRole("region", { name: "Notifications (F8)" });
  return region.getByRole("listitem").filter({ hasText: title });
}
