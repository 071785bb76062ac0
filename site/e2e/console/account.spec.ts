import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { ORIGIN, type Credentials } from "../api";
import { openSignedIn } from "../travelers";
import { totpCode, CONSOLE, expect, field, openMenu, settled, test, toast } from "./userFixtures";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in" });

/** Opens the own account through the navigation. */
async function openAccount(page: Page): Promise<void> {
  await page.goto(CONSOLE);
  await expect(heading(page)).toHaveText("Overview");
  await openMenu(page);
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(heading(page)).toHaveText("Your account");
  await expect(section(page, "Two-factor authentication")).toBeVisible();
}

/** Signs in through the console's form. */
async function submitSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await signInButton(page).click();
}

const canSignIn = async ({ email, password }: Credentials, code?: string) => {
  const response = await fetch(`${ORIGIN}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, code }),
  });
  return response.ok;
};

// R217
test("a second factor is set up, requested at sign-in, replaced by a recovery code and removed @phone", async ({
  page,
  userFactory,
  signIn,
  context,
  monitor,
}) => {
  monitor.allow(/4(22|01)/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const staff = await userFactory.createStaff();
  await signIn(staff);
  await openAccount(page);
  const factor = section(page, "Two-factor authentication");
  await expect(factor.getByText("Off", { exact: true })).toBeVisible();
  const password = field(page, "Your password");
  for (const [typed, message] of [
    ["", "Password is required"],
    ["not the password", "The password is incorrect"],
  ] as const) {
    await password.fill(typed);
    await factor.getByRole("button", { name: "Set up" }).click();
    await expect(password).toHaveAccessibleDescription(message);
    await expect(password).toBeFocused();
  }
  await password.fill(staff.password);
  await page.keyboard.press("Enter");
  await expect(factor.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = (await factor.locator("code").textContent())!.replaceAll(" ", "");
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
  const code = field(page, "Code from the app");
  await expect(code).toBeFocused();
  await code.fill(totpCode(secret, 20));
  await page.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription("The code is incorrect or was already used");
  await code.fill(totpCode(secret));
  await factor.getByRole("button", { name: "Confirm" }).click();

  const list = factor.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const codes = await list.getByRole("listitem").allTextContents();
  await factor.getByRole("button", { name: "Copy" }).click();
  await expect(factor.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join("\n")}\n`);
  const downloaded = page.waitForEvent("download");
  await factor.getByRole("button", { name: "Download" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe("recovery-codes.txt");
  expect(readFileSync(await file.path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  // Leaving without saving the codes asks first.
  await openMenu(page);
  await page.getByRole("link", { name: "Overview" }).click();
  const leave = page.getByRole("dialog", { name: "Leave without your recovery codes?" });
  await leave.getByRole("button", { name: "Stay" }).click();
  await factor.getByRole("button", { name: "I have saved them" }).click();
  await expect(factor.getByText("On", { exact: true })).toBeVisible();
  await expect(list).toHaveCount(0);
  expect(await canSignIn(staff)).toBe(false);

  await openMenu(page);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(heading(page)).toHaveText("Sign in");
  await expect(field(page, "Code")).toHaveCount(0);
  await submitSignIn(page, staff);
  await expect(field(page, "Code")).toBeFocused();
  await expect(field(page, "Code")).toHaveAccessibleDescription(
    "Six digits from your authenticator app, or a recovery code",
  );
  await expect(field(page, "Email")).toHaveValue(staff.email);
  await field(page, "Code").fill("000000");
  await page.keyboard.press("Enter");
  await expect(field(page, "Code")).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, "Code")).toBeFocused();
  // The code of the next time step: a used code is rejected.
  await field(page, "Code").fill(totpCode(secret, 1));
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Overview");
  expect(await canSignIn(staff, codes[0])).toBe(true);
  expect(await canSignIn(staff, codes[0]), "a recovery code works once").toBe(false);

  await openAccount(page);
  await expect(factor.getByText("On", { exact: true })).toBeVisible();
  await factor.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn off two-factor authentication?" });
  await field(page, "Password").fill("not the password");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(field(page, "Password")).toHaveAccessibleDescription("The password is incorrect");
  await field(page, "Password").fill(staff.password);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(toast(page, "Two-factor authentication is off")).toBeVisible();
  await expect(factor.getByText("Off", { exact: true })).toBeVisible();
  expect(await canSignIn(staff)).toBe(true);
});

test("the site's account page leads to the second factor in the console, which leads back @desktop", async ({
  page,
  userFactory,
}) => {
  await openSignedIn(page, await userFactory.createStaff("business_owner"), "/account");
  await page.getByRole("link", { name: "Manage in the console" }).click();
  await expect(
    section(page, "Two-factor authentication").getByRole("button", { name: "Set up" }),
  ).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Open your account" }).click();
  await expect(page).toHaveURL("/account");
  await expect(section(page, "Where you're signed in")).toBeVisible();
});

/** Marks the second factor as required. The server tests cover that other calls are then rejected. */
async function requireTwoFactor(page: Page): Promise<void> {
  await page.route("**/api/auth/account", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    const profile = (await response.json()) as { hasSecondFactor: boolean };
    await route.fulfill({
      response,
      json: { ...profile, lacksRequiredSecondFactor: !profile.hasSecondFactor },
    });
  });
}

test("staff who must set up a second factor do so after signing in and reach the console", async ({
  page,
  userFactory,
}) => {
  const staff = await userFactory.createStaff("business_owner");
  await requireTwoFactor(page);
  await page.goto(`${CONSOLE}businesses`);
  await submitSignIn(page, staff);
  await expect(heading(page)).toHaveText("One more step");
  await expect(page.getByText("Staff accounts need two-factor authentication")).toBeVisible();
  await expect(page.getByText(`You are signed in as ${staff.email}.`)).toBeVisible();
  await expect(page.getByText("Access Denied")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await field(page, "Your password").fill(staff.password);
  await page.getByRole("button", { name: "Set up" }).click();
  const secret = (await page.locator("code").textContent())!.replaceAll(" ", "");
  await field(page, "Code from the app").fill(totpCode(secret));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(heading(page)).toHaveText("Manage Businesses");
  await page.reload();
  await expect(heading(page)).toHaveText("Manage Businesses");
});

test("staff for whom a second factor becomes required are sent to its setup", async ({
  page,
  userFactory,
  signIn,
  monitor,
}) => {
  monitor.allow(/403/);
  await signIn(await userFactory.createStaff());
  // A page that asks for no places by itself.
  await page.goto(`${CONSOLE}pages`);
  await expect(heading(page)).toHaveText("Pages");
  const detail = "Please set up two-factor authentication first: this guide requires it for staff.";
  const problem = {
    type: "/problems/second-factor-missing",
    title: "Forbidden",
    status: 403,
    detail,
    requestId: "r-403",
  };
  await page.route("**/api/businesses?**", (route) =>
    route.fulfill({ status: 403, contentType: "application/problem+json", json: problem }),
  );
  await requireTwoFactor(page);
  await page.getByRole("link", { name: "Manage Businesses" }).click();
  await expect(heading(page)).toHaveText("Your account");
  await expect(page.getByText("Set it up to continue.")).toBeVisible();
  await expect(
    section(page, "Two-factor authentication").getByRole("button", { name: "Set up" }),
  ).toBeVisible();
});

test("a failed account request shows an error and can be retried", async ({
  page,
  userFactory,
  signIn,
  monitor,
}) => {
  monitor.allow(/503|Could not read the profile/);
  await signIn(await userFactory.createStaff());
  const problem = { title: "Unavailable", status: 503, detail: "Accounts rest.", requestId: "r-503" };
  await page.route("**/api/auth/account", (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", json: problem }),
  );
  await page.goto(`${CONSOLE}account`);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Failed to load your account");
  await expect(alert).toContainText("r-503");
  await page.unroute("**/api/auth/account");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(section(page, "Two-factor authentication")).toBeVisible();
  await settled(page);
});
