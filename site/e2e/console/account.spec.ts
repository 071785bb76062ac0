import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Api, ORIGIN, type Credentials } from "../api";
import { anAddress, cms, codeOf, CONSOLE, expect, field, openMenu, settled, test, toast } from "./people";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in" });

/** One's own account, reached as people reach it. */
async function openAccount(page: Page): Promise<void> {
  await page.goto(CONSOLE);
  await expect(heading(page)).toHaveText("Overview");
  await openMenu(page);
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(heading(page)).toHaveText("Your account");
  await expect(section(page, "Profile")).toBeVisible();
}

/** Signs in by the console's own page. */
async function enter(page: Page, { email, password }: Credentials): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await signInButton(page).click();
}

const isGood = async ({ email, password }: Credentials, code?: string) => {
  const answer = await fetch(`${ORIGIN}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, code }),
  });
  return answer.ok;
};

test("an owner, too, has a page for the own account; names and picture are saved, and the menu follows @both", async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.staff("business_owner"));
  await openAccount(page);
  const profile = section(page, "Profile");
  await expect(profile.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await field(page, "First name").fill("");
  await field(page, "Photo").fill("somewhere");
  await profile.getByRole("button", { name: "Save changes" }).click();
  await expect(field(page, "First name")).toHaveAccessibleDescription("First name is required");
  await expect(field(page, "First name")).toBeFocused();
  await expect(field(page, "Photo")).toHaveAccessibleDescription(
    "Photo must be a valid URL or relative path starting with /",
  );
  await field(page, "First name").fill(" Thanh ");
  await field(page, "Photo").fill("/scenes/water-3.svg");
  await profile.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Profile updated successfully")).toBeVisible();
  await page.reload();
  await expect(field(page, "First name")).toHaveValue("Thanh");
  await expect(field(page, "Photo")).toHaveValue("/scenes/water-3.svg");
  await openMenu(page);
  await expect(page.getByText("Thanh Nguyen")).toBeVisible();
});

test("leaving a changed profile asks first", async ({ page, people, signIn }) => {
  await signIn(await people.staff());
  await openAccount(page);
  await field(page, "Last name").fill("Not saved");
  await openMenu(page);
  await page.getByRole("link", { name: "Overview" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(field(page, "Last name")).toHaveValue("Not saved");
});

test("another password keeps one signed in here, and nowhere else", async ({
  page,
  people,
  signIn,
  guard,
}) => {
  guard.allow(/422/);
  const staff = await people.staff();
  const elsewhere = await Api.signedIn(staff);
  await signIn(staff);
  await openAccount(page);
  const password = section(page, "Password");
  const submit = password.getByRole("button", { name: "Change password" });
  await submit.click();
  await expect(field(page, "Current password")).toHaveAccessibleDescription("Password is required");
  await field(page, "Current password").fill("not the password");
  await field(page, "New password").fill("short");
  await submit.click();
  await expect(field(page, "New password")).toHaveAccessibleDescription(
    "Password must be at least 6 characters",
  );
  await field(page, "New password").fill("eight-lanterns");
  await submit.click();
  await expect(field(page, "Current password")).toHaveAccessibleDescription(
    "The current password is not right",
  );
  await expect(field(page, "New password")).toHaveValue("eight-lanterns");
  await field(page, "Current password").fill(staff.password);
  await submit.click();
  await expect(toast(page, "Password changed")).toBeVisible();
  await expect(field(page, "New password")).toHaveValue("");
  await expect(elsewhere.profile()).rejects.toThrow("401");
  expect(await isGood(staff)).toBe(false);
  expect(await isGood({ ...staff, password: "eight-lanterns" })).toBe(true);
  await page.reload();
  await expect(section(page, "Profile")).toBeVisible();
});

test("where one is signed in is listed; signing out there ends that session alone", async ({
  page,
  people,
  signIn,
}) => {
  const staff = await people.staff();
  const elsewhere = await Api.signedIn(staff);
  await signIn(staff);
  await openAccount(page);
  const list = section(page, "Where you are signed in").getByRole("list");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  const here = list.getByRole("listitem").filter({ hasText: "This device" });
  await expect(here).toContainText("Chrome on Linux");
  await expect(here).toContainText("Last used just now");
  const other = list.getByRole("listitem").filter({ hasNotText: "This device" });
  await other.getByRole("button", { name: /^Sign out of / }).click();
  await expect(toast(page, "Signed out there")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toBeFocused();
  await expect(elsewhere.profile()).rejects.toThrow("401");
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await here.getByRole("button", { name: /^Sign out of / }).click();
  await expect(heading(page)).toHaveText("Sign in");
});

test("signing out everywhere ends every session, this one too", async ({ page, people, signIn }) => {
  const staff = await people.staff();
  const elsewhere = await Api.signedIn(staff);
  await signIn(staff);
  await openAccount(page);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out everywhere?" });
  await expect(dialog.getByRole("button", { name: "Stay signed in" })).toBeFocused();
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(heading(page)).toHaveText("Sign in");
  await expect(elsewhere.profile()).rejects.toThrow("401");
  await page.goto(CONSOLE);
  await expect(heading(page)).toHaveText("Sign in");
});

test("an address that is not verified says so, and is sent a letter", async ({ page, people, signIn }) => {
  const email = anAddress();
  const password = "seven-lanterns";
  await Api.visitor().signUp({ firstName: "Hoa", lastName: "Pham", email, password });
  people.remember(email);
  cms("user role", { "--email": email, "--role": "business_owner" });
  await signIn({ email, password });
  await openAccount(page);
  const mailbox = section(page, "Email");
  await expect(mailbox.getByText("Not verified", { exact: true })).toBeVisible();
  const letters = () => cms("mail list", {}).split(email).length - 1;
  const before = letters();
  await mailbox.getByRole("button", { name: "Send a verification letter" }).click();
  // This guide has no mail server; where there is one, the letter is on its way.
  await expect(toast(page, "This guide sends no mail")).toBeVisible();
  await expect.poll(letters).toBeGreaterThan(before);
});

test("a verified address says so, and asks for no letter", async ({ page, people, signIn }) => {
  await signIn(await people.staff());
  await openAccount(page);
  await expect(section(page, "Email").getByText("Verified", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a verification letter" })).toHaveCount(0);
});

test("everything that is kept about oneself comes as a file", async ({ page, people, signIn }) => {
  const { email, password } = await people.staff();
  await signIn({ email, password });
  await openAccount(page);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe("account.json");
  const kept = JSON.parse(readFileSync(await file.path(), "utf8")) as { account: { email: string } };
  expect(kept.account.email).toBe(email);
  await expect(toast(page, "Your data is in your downloads")).toBeVisible();
});

test("deleting one's account asks for the password, and ends at the sign-in", async ({
  page,
  people,
  signIn,
  admin,
  guard,
}) => {
  guard.allow(/4(22|09)/);
  const staff = await people.staff();
  await signIn(staff);
  await openAccount(page);
  const ask = page.getByRole("button", { name: "Delete my account" });
  await ask.click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog).toContainText(staff.email);
  await expect(dialog).toContainText("This action cannot be undone.");
  await expect(field(page, "Password")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(ask).toBeFocused();

  await ask.click();
  await field(page, "Password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(field(page, "Password")).toHaveAccessibleDescription("The password is not right");
  await expect(field(page, "Password")).toBeFocused();

  // The last admin is the server's story: here there are others, and it is what the dialog does when told.
  const detail = "You are the last admin: make somebody else one first.";
  const problem = { type: "about:blank", title: "Conflict", status: 409, detail, requestId: "r-409" };
  await page.route("**/api/auth/account", (route) =>
    route.fulfill({ status: 409, contentType: "application/problem+json", json: problem }),
  );
  await field(page, "Password").fill(staff.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText(detail);
  await page.unroute("**/api/auth/account");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(heading(page)).toHaveText("Sign in");
  await expect(toast(page, "Your account is deleted")).toBeVisible();
  expect(await admin.users(`q=${staff.email}`)).toEqual([]);
});

test("a second factor: set up with a code, asked for at the sign-in, replaced by a recovery code, removed @both", async ({
  page,
  people,
  signIn,
  context,
  guard,
}) => {
  guard.allow(/4(22|01)/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const staff = await people.staff();
  await signIn(staff);
  await openAccount(page);
  const factor = section(page, "Second factor");
  await expect(factor.getByText("Off", { exact: true })).toBeVisible();
  const password = field(page, "Your password");
  for (const [typed, sentence] of [
    ["", "Password is required"],
    ["not the password", "The password is not right"],
  ] as const) {
    await password.fill(typed);
    await factor.getByRole("button", { name: "Set up" }).click();
    await expect(password).toHaveAccessibleDescription(sentence);
    await expect(password).toBeFocused();
  }
  await password.fill(staff.password);
  await page.keyboard.press("Enter");
  await expect(factor.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = (await factor.locator("code").textContent())!.replaceAll(" ", "");
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
  const code = field(page, "Code from the app");
  await expect(code).toBeFocused();
  await code.fill(codeOf(secret, 20));
  await page.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription("The code is not right, or was used already");
  await code.fill(codeOf(secret));
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
  // Whoever leaves without them is asked first.
  await openMenu(page);
  await page.getByRole("link", { name: "Overview" }).click();
  const leave = page.getByRole("dialog", { name: "Leave without your recovery codes?" });
  await leave.getByRole("button", { name: "Stay" }).click();
  await factor.getByRole("button", { name: "I have kept them" }).click();
  await expect(factor.getByText("On", { exact: true })).toBeVisible();
  await expect(list).toHaveCount(0);
  expect(await isGood(staff)).toBe(false);

  await openMenu(page);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(heading(page)).toHaveText("Sign in");
  await expect(field(page, "Code")).toHaveCount(0);
  await enter(page, staff);
  await expect(field(page, "Code")).toBeFocused();
  await expect(field(page, "Code")).toHaveAccessibleDescription(
    "Six digits from your authenticator app, or a recovery code",
  );
  await expect(field(page, "Email")).toHaveValue(staff.email);
  await field(page, "Code").fill("000000");
  await page.keyboard.press("Enter");
  await expect(field(page, "Code")).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, "Code")).toBeFocused();
  // The next step's: a step that was used is over.
  await field(page, "Code").fill(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Overview");
  expect(await isGood(staff, codes[0])).toBe(true);
  expect(await isGood(staff, codes[0]), "a recovery code is good once").toBe(false);

  await openAccount(page);
  await expect(factor.getByText("On", { exact: true })).toBeVisible();
  await factor.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the second factor?" });
  await field(page, "Password").fill("not the password");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(field(page, "Password")).toHaveAccessibleDescription("The password is not right");
  await field(page, "Password").fill(staff.password);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(toast(page, "Second factor removed")).toBeVisible();
  await expect(factor.getByText("Off", { exact: true })).toBeVisible();
  expect(await isGood(staff)).toBe(true);
});

/** The guide asks its staff for a second factor. That it then refuses everything else is the server's story. */
async function owing(page: Page): Promise<void> {
  await page.route("**/api/auth/account", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const answer = await route.fetch();
    const profile = (await answer.json()) as { hasSecondFactor: boolean };
    await route.fulfill({
      response: answer,
      json: { ...profile, owesSecondFactor: !profile.hasSecondFactor },
    });
  });
}

test("staff who owe a second factor set one up right after signing in, and then the console opens", async ({
  page,
  people,
}) => {
  const staff = await people.staff("business_owner");
  await owing(page);
  await page.goto(`${CONSOLE}businesses`);
  await enter(page, staff);
  await expect(heading(page)).toHaveText("One more step");
  await expect(page.getByText("This guide asks its staff for a second factor")).toBeVisible();
  await expect(page.getByText(`You are signed in as ${staff.email}.`)).toBeVisible();
  await expect(page.getByText("Access Denied")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await field(page, "Your password").fill(staff.password);
  await page.getByRole("button", { name: "Set up" }).click();
  const secret = (await page.locator("code").textContent())!.replaceAll(" ", "");
  await field(page, "Code from the app").fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(heading(page)).toHaveText("Manage Businesses");
  await page.reload();
  await expect(heading(page)).toHaveText("Manage Businesses");
});

test("staff who begin to owe one while they work are led to where they set it up", async ({
  page,
  people,
  signIn,
  guard,
}) => {
  guard.allow(/403/);
  await signIn(await people.staff());
  await page.goto(CONSOLE);
  await expect(heading(page)).toHaveText("Overview");
  const detail = "Please set up a second factor first: this guide asks its staff for one.";
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
  await owing(page);
  await page.getByRole("main").getByRole("link", { name: "Manage Businesses" }).click();
  await expect(heading(page)).toHaveText("Your account");
  await expect(page.getByText("Set one up to go on.")).toBeVisible();
  await expect(section(page, "Second factor").getByRole("button", { name: "Set up" })).toBeVisible();
});

test("an account that cannot be read says so, and is asked for again", async ({
  page,
  people,
  signIn,
  guard,
}) => {
  guard.allow(/503|Could not read the profile/);
  await signIn(await people.staff());
  const problem = { title: "Unavailable", status: 503, detail: "Accounts rest.", requestId: "r-503" };
  await page.route("**/api/auth/account", (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", json: problem }),
  );
  await page.goto(`${CONSOLE}account`);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Your account could not be loaded");
  await expect(alert).toContainText("r-503");
  await page.unroute("**/api/auth/account");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(section(page, "Profile")).toBeVisible();
  await settled(page);
});
