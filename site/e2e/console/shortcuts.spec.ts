import { Api } from "../api";
import { expectDialogFocused } from "../fixtures";
import { CONSOLE, expect, field, settled, test, toast } from "./userFixtures";

test.use({ hasWebGl: false });

test("shortcuts are listed under ? on every screen and work", async ({ page, signIn }) => {
  // Seven screens are loaded one after the other.
  test.slow();
  await signIn("admin");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const [path, section, description] of [
    ["", "Everywhere", "Go to Moderation"],
    ["", "Everywhere", "Search records, sections and actions"],
    ["businesses", "This list", "Search"],
    ["businesses/create", "This form", "Save"],
    ["moderation", "Review queue", "Approve"],
    ["settings", "This form", "Save"],
    ["account", "Everywhere", "Go to Overview"],
  ] as const) {
    await page.goto(CONSOLE + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The sections of a screen register their shortcuts after its heading has appeared.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(help).toBeHidden({ timeout: 2000 });
      await page.keyboard.press("?");
      await expect(help).toBeVisible({ timeout: 2000 });
      await expect(help.getByRole("region", { name: section })).toContainText(description, { timeout: 500 });
    }).toPass();
    await expectDialogFocused(help);
    await settled(page);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
  }
  // Pressed together: the second key is expected within a time that a busy machine exceeds between two calls.
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("b")]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");
  const searchBox = page.getByRole("searchbox", { name: "Search by name" });
  await expect(searchBox).toBeVisible();
  await page.keyboard.press("/");
  await expect(searchBox).toBeFocused();
  await page.keyboard.type("?n");
  await expect(searchBox).toHaveValue("?n");
  await expect(help).toBeHidden();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expectDialogFocused(help);
  await settled(page);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add Business");
});

test("a tab that was left for a day asks for a sign-in and keeps the form @phone", async ({
  page,
  admin,
  placeFactory,
  userFactory,
  signIn,
  monitor,
}) => {
  monitor.allow(/401 \(Unauthorized\)/);
  const place = await placeFactory.create({ address: "Before", phone: "1" });
  const staff = await userFactory.createStaff("admin");
  await page.clock.install();
  await signIn(staff);
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  await expect(field(page, "Address")).toHaveValue("Before");
  await field(page, "Address").fill("By the bend of the Sơn");
  // The account is signed out elsewhere, and a day passes.
  await (await Api.signedIn(staff)).signOutEverywhere();
  await page.clock.fastForward("24:00:00");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));

  const prompt = page.getByRole("dialog", { name: "Your session has expired." });
  await expectDialogFocused(prompt);
  await settled(page);
  // Each rejected call opens the prompt again, also a call that was sent before the prompt was closed.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(prompt).toBeHidden({ timeout: 2000 });
    await expect(field(page, "Address")).toHaveValue("By the bend of the Sơn", { timeout: 2000 });
    await page.getByRole("button", { name: "Save" }).click({ timeout: 2000 });
  }).toPass();
  await expectDialogFocused(prompt);
  expect((await admin.place(place.id)).address).toBe("Before");

  await expect(prompt.getByLabel("Email")).toHaveValue(staff.email);
  await expect(prompt.getByLabel("Email")).not.toBeEditable();
  await prompt.getByLabel("Password", { exact: true }).fill("not it");
  await page.keyboard.press("Enter");
  await expect(prompt.getByRole("alert")).toBeVisible();
  await prompt.getByLabel("Password", { exact: true }).fill(staff.password);
  await page.keyboard.press("Enter");
  await expect(prompt).toBeHidden();
  await expect(field(page, "Address")).toHaveValue("By the bend of the Sơn");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  const { address, phone } = await admin.place(place.id);
  expect({ address, phone }).toEqual({ address: "By the bend of the Sơn", phone: "1" });
});
