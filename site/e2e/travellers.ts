import type { AccountResponse, SessionResponse } from "@karst/client";
import { expect, type Page } from "@playwright/test";
import { Api, type Credentials } from "./api";
import { unique } from "./fixtures";

export const PASSWORD = "seven-lanterns";

/** An account of its own: nobody else's likes and entries are in a test's way. */
export async function newTraveller(firstName: string, lastName: string): Promise<Credentials> {
  const email = `${unique("traveller").replace(" ", ".")}@example.org`;
  await Api.visitor().signUp({ firstName, lastName, email, password: PASSWORD });
  return { email, password: PASSWORD };
}

/** Gives a browser the token and the cookie of somebody who signed in before. */
export async function hold(page: Page, who: Credentials): Promise<AccountResponse> {
  const answer = await page.request.post("/api/auth/sign-in", { data: who });
  expect(answer.status(), await answer.text()).toBe(200);
  const { token, user } = (await answer.json()) as SessionResponse;
  await page.addInitScript((given) => {
    if (sessionStorage.getItem("given")) return;
    sessionStorage.setItem("given", "yes");
    localStorage.setItem("firebaseToken", given);
  }, token);
  return user;
}

/** Comes to a page as somebody who signed in before, and is known there. */
export async function arrive(page: Page, who: Credentials, path: string): Promise<void> {
  await hold(page, who);
  await page.goto(path);
  await expect(page.locator("[data-state=loading]")).toHaveCount(0);
}

/** Signs in by the dialog that is opening. */
export async function signInThere(page: Page, { email, password }: Credentials): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Sign In", exact: true });
  await dialog.getByLabel("Email", { exact: true }).fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** What a notice says: on the screen. Its announcement for screen readers is another element. */
export function toast(page: Page, title: string) {
  const notices = page.getByRole("region", { name: "Notifications (F8)" });
  return notices.getByRole("listitem").filter({ hasText: title });
}
