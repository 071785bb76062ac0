import type { Page } from "@playwright/test";
import { CONSOLE, expect, expectAccessible, field, openPlace, test, toast } from "./fixtures";

test.use({ hasWebGl: false });

/** Unsaved changes are kept in the browser until the form is saved or they are discarded. */

test.beforeEach(({ signIn }) => signIn("admin"));

// R207
test("a closed tab loses no typed text, and restoring it keeps changes that others saved", async ({
  context,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create({ address: "Before", phone: "1" });
  const first = await context.newPage();
  await openPlace(first, place);
  await field(first, "Address").fill("By the bend of the Sơn");
  await expect.poll(() => first.evaluate(() => Object.keys(localStorage).join())).toContain("karst.draft.");
  await first.close();
  await admin.update(place.id, { phone: "2" });

  const page = await context.newPage();
  await openPlace(page, place);
  await expect(field(page, "Address")).toHaveValue("Before");
  const notice = page.getByRole("status").filter({ hasText: "You have unsaved changes" });
  await expect(notice).toContainText("You have unsaved changes from just now.");
  await expect(notice).toContainText(
    "The record has been saved since then. Restoring keeps those changes and adds yours.",
  );
  await expectAccessible(page, "unsaved changes that were found");
  await notice.getByRole("button", { name: "Restore" }).press("Enter");
  await expect(notice).toBeHidden();
  await expect(field(page, "Address")).toHaveValue("By the bend of the Sơn");
  await expect(field(page, "Phone")).toHaveValue("2");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  const { address, phone } = await admin.place(place.id);
  expect({ address, phone }).toEqual({ address: "By the bend of the Sơn", phone: "2" });
  await page.reload();
  await expect(field(page, "Address")).toHaveValue("By the bend of the Sơn");
  await expect(notice).toHaveCount(0);
});

// R207
test("two tabs with a new place keep separate copies", async ({ context }) => {
  const open = async () => {
    const page = await context.newPage();
    await page.goto(`${CONSOLE}businesses/create`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add Business");
    return page;
  };
  const countCopies = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("karst.draft.")).length);
  const older = await open();
  const newer = await open();
  // All tabs have the same clock, which is set before each copy, so that their order is known.
  await context.clock.setFixedTime(Date.now() - 120_000);
  await field(older, "Business name").fill("Hang Một");
  await expect.poll(() => countCopies(older)).toBe(1);
  await context.clock.setFixedTime(Date.now() - 60_000);
  await field(newer, "Business name").fill("Hang Hai");
  await expect.poll(() => countCopies(newer)).toBe(2);
  // A tab that closes saves its copy once more, at any time after the close. One that crashes does not.
  for (const tab of [older, newer]) {
    await tab.goto("chrome://crash").catch(() => undefined);
    await tab.close();
  }

  const page = await open();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "Restore" }), "the older copy is offered next").toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(field(page, "Business name")).toHaveValue("Hang Một");
});

// R207
test("discarded copies and deliberately abandoned changes do not return", async ({ page, placeFactory }) => {
  const place = await placeFactory.create({ address: "Before" });
  const storageKeys = () => page.evaluate(() => Object.keys(localStorage).join());
  await openPlace(page, place);
  await field(page, "Address").fill("Not wanted");
  await expect.poll(storageKeys).toContain("karst.draft.");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("You have unsaved changes")).toBeHidden();
  expect(await storageKeys()).not.toContain("karst.draft.");

  await field(page, "Address").fill("Not wanted either");
  await expect.poll(storageKeys).toContain("karst.draft.");
  await page.getByRole("main").getByRole("link", { name: "Manage Businesses" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");
  expect(await storageKeys()).not.toContain("karst.draft.");
});

// R207
test("the typed text of a new article survives a reload @phone", async ({ page }) => {
  await page.goto(`${CONSOLE}articles/new`);
  await field(page, "Title").fill("The ferry at Xuân Sơn");
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain("articles/new");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(field(page, "Title")).toHaveValue("");
  await page.getByRole("button", { name: "Restore" }).tap();
  await expect(field(page, "Title")).toHaveValue("The ferry at Xuân Sơn");
});
