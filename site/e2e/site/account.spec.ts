import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { createPng } from "../testImage";
import { Api } from "../api";
import { expect, expectAccessible, test, unique, uniqueEmail } from "../fixtures";
import { accountMenu, fillForm } from "../signIn";
import { openSignedIn, createTraveler, PASSWORD, toast } from "../travelers";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Opens the account page by its link in the header or the phone's menu. */
async function openAccount(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.locator("header summary").tap();
  await accountMenu(page)
    .getByRole("link", { name: /^Your account/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  await expect(section(page, "Profile")).toBeVisible();
}

// R4
test("/account sends anonymous visitors to the sign-in page and contains no account data", async ({
  page,
}) => {
  const response = await page.goto("/account");
  expect(response!.headers()["cache-control"]).toBe("no-store");
  await expect(page.getByText("Sign In Required")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(page.locator("main").getByRole("link", { name: "Sign In" })).toHaveAttribute(
    "href",
    "/login?return=%2Faccount",
  );
  await expectAccessible(page, "account, signed out");
});

// R237
test("a new traveler saves a place, writes an entry with a photo, exports the data and deletes the account", async ({
  page,
  admin,
  isMobile,
}) => {
  const email = uniqueEmail("newcomer");
  await page.goto("/login/sign-up?return=%2Fexplore");
  await fillForm(page.locator("main"), {
    "First name": "Thúy",
    "Last name": "Đặng",
    Email: email,
    Password: PASSWORD,
  });
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/explore");
  // The page recognizes the session of the sign-up page.
  await expect(page.locator("header [data-state=signedIn]").first()).toBeAttached();
  await page.goto("/places/son-doong-cave");
  await expect(page.locator("[data-state=loading]")).toHaveCount(0);
  const heart = page.getByRole("button", { name: /^Save / }).first();
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");

  const message = unique("Sương trên sông");
  await page.goto("/guestbook");
  await page.getByRole("button", { name: "Add Your Experience" }).first().click();
  const form = page.getByRole("form", { name: "Add your experience" });
  await form.getByLabel("Your experience").fill(message);
  const photo = { name: "mist.png", mimeType: "image/png", buffer: createPng(300, 200) };
  await form.locator('input[type="file"]').setInputFiles([photo]);
  await form.getByRole("textbox", { name: "What does photo 1 show?" }).fill("Mist over the Son");
  await form.getByRole("button", { name: "Add to the guestbook" }).click();
  await expect(form).toBeHidden();

  await openAccount(page, isMobile);
  await expect(section(page, "Your contributions").getByRole("listitem")).toContainText([message]);
  await expect(section(page, "Your contributions")).toContainText("Waiting for review");
  await expect(section(page, "Saved places")).toContainText("1 place saved.");
  await expectAccessible(page, "account");
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const exported = JSON.parse(readFileSync(await (await downloaded).path(), "utf8")) as {
    account: { email: string };
    entries: { id: number; message: string }[];
  };
  expect([exported.account.email, exported.entries[0]!.message]).toEqual([email, message]);

  const api = await Api.signedIn({ email, password: PASSWORD });
  await page.getByRole("button", { name: "Delete my account" }).click();
  const deleteForm = page.getByRole("form", { name: "Delete account" });
  await expect(deleteForm.getByLabel("Password")).toBeFocused();
  await deleteForm.getByLabel("Password").fill(PASSWORD);
  await deleteForm.getByRole("button", { name: "Permanently delete my account" }).click();
  await expect(toast(page, "Your account was deleted")).toBeVisible();
  await expect(page.getByText("Sign In Required")).toBeVisible();
  await expect(api.profile()).rejects.toThrow("401");
  expect(await admin.users(`q=${email}`)).toEqual([]);
  // An entry that was never public is deleted with the account.
  await expect(admin.entry(exported.entries[0]!.id)).rejects.toThrow("404");
});

// R39
test("a changed name is shown in the header, and the provider's photo can be removed", async ({
  page,
  isMobile,
}) => {
  const traveler = await createTraveler("Linh", "Trần");
  const api = await Api.signedIn(traveler);
  await api.updateProfile({ photoURL: "/scenes/water-3.svg" });
  await openSignedIn(page, traveler, "/about");
  await openAccount(page, isMobile);
  const profile = section(page, "Profile");
  await profile.getByLabel("First name").fill(" ");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByLabel("First name")).toHaveAccessibleDescription("First name is required");
  await expect(profile.getByLabel("First name")).toBeFocused();
  await profile.getByLabel("First name").fill("Thanh");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText("Profile saved")).toBeFocused();
  expect((await api.profile()).firstName).toBe("Thanh");
  await expect(profile.getByLabel("First name")).toHaveValue("Thanh");
  await profile.getByRole("button", { name: "Remove photo" }).click();
  await expect(toast(page, "Photo removed")).toBeVisible();
  await expect(profile.getByRole("button", { name: "Remove photo" })).toHaveCount(0);
  expect((await api.profile()).photoURL).toBeNull();
  if (isMobile) await page.locator("header summary").tap();
  await expect(accountMenu(page).getByText("Thanh Trần")).toBeVisible();
});

// R222
test("a changed password ends all other sessions, and sessions are ended one by one @desktop", async ({
  page,
  monitor,
}) => {
  monitor.allow(/422/);
  const traveler = await createTraveler("Linh", "Trần");
  const otherSession = await Api.signedIn(traveler);
  await openSignedIn(page, traveler, "/account");
  const password = section(page, "Password");
  await password.getByLabel("Current password").fill("not the password");
  await password.getByLabel("New password").fill("short");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByLabel("New password")).toHaveAccessibleDescription(
    "Password must be at least 6 characters",
  );
  await password.getByLabel("New password").fill("eight-lanterns");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByLabel("Current password")).toHaveAccessibleDescription(
    "The current password is incorrect",
  );
  await password.getByLabel("Current password").fill(traveler.password);
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(
    password.getByText("Your password was changed. You're signed out everywhere else."),
  ).toBeFocused();
  await expect(otherSession.profile()).rejects.toThrow("401");

  const secondSession = await Api.signedIn({ ...traveler, password: "eight-lanterns" });
  await page.reload();
  const list = section(page, "Where you're signed in").getByRole("list");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").filter({ hasText: "This device" })).toContainText(
    "Chrome on Linux",
  );
  await list.getByRole("button", { name: /^Sign out of / }).click();
  await expect(toast(page, "Device signed out")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toBeFocused();
  await expect(secondSession.profile()).rejects.toThrow("401");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Sign In Required")).toBeVisible();
});

test("an unverified address says so and can request an email @desktop", async ({ page }) => {
  await openSignedIn(page, await createTraveler("Linh", "Trần"), "/account");
  const emailSection = section(page, "Email");
  await expect(emailSection).toContainText("Your email address isn't verified yet");
  await emailSection.getByRole("button", { name: "Send verification email" }).click();
  await expect(toast(page, "We can't send email yet.")).toBeVisible();
});

// R423
test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("/account leads to the server's page, which deletes the account", async ({ page, admin }) => {
    const traveler = await createTraveler("Linh", "Trần");
    await page.goto("/account");
    await page.getByRole("link", { name: "Manage your account without it" }).click();
    await expect(page).toHaveURL("/login/account");
    await page.getByLabel("Email").fill(traveler.email);
    await page.getByLabel("Password").fill(traveler.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText(`Signed in as Linh Trần (${traveler.email})`)).toBeVisible();
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(traveler.password);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByText("Your account was deleted.")).toBeVisible();
    expect(await admin.users(`q=${traveler.email}`)).toEqual([]);
  });
});
