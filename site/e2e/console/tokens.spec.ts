import type { Page } from "@playwright/test";
import { ORIGIN } from "../api";
import { CONSOLE, expect, field, test, toast } from "./userFixtures";

const section = (page: Page) => page.getByRole("region", { name: "API tokens", exact: true });
const stats = (token: string) =>
  fetch(`${ORIGIN}/api/admin/stats`, { headers: { authorization: `Bearer ${token}` } });

// R475
test("an API token is created with the password, shown once, used and revoked @phone", async ({
  page,
  userFactory,
  signIn,
  context,
  monitor,
}) => {
  monitor.allow(/422/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const staff = await userFactory.createStaff();
  await signIn(staff);
  await page.goto(`${CONSOLE}account`);
  await expect(section(page).getByText("You have no API tokens.")).toBeVisible();
  await section(page).getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await field(page, "Name").fill("Nightly import");
  await field(page, "Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(field(page, "Your password")).toHaveAccessibleDescription("The password is incorrect");
  await field(page, "Your password").fill(staff.password);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Copy" }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(token).toMatch(/^karst_[0-9A-Za-z]{49}$/);
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  expect((await stats(token)).status).toBe(200);
  await page.reload();
  await expect(section(page).getByText(/^Last used/)).toBeVisible();
  await section(page).getByRole("button", { name: "Revoke Nightly import" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(toast(page, "Revoked “Nightly import”")).toBeVisible();
  expect((await stats(token)).status).toBe(401);
  await expect(section(page).getByText(/^Ended on/)).toBeVisible();
});
