import type { PlaceResponse } from "@karst/client";
import type { Page } from "@playwright/test";
import {
  CONSOLE,
  expect,
  expectAccessible,
  field,
  openPlace,
  placeRow,
  test,
  toast,
  userIdOf,
} from "./fixtures";

test.use({ hasWebGl: false });

const OLD = "A dry cave with a floor of sand.";
const NEW = "A wet cave with a floor of sand.";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const banner = (page: Page) => page.getByRole("status").filter({ hasText: "You see the draft." });

/** Opens the form of a place and saves a draft of it. */
async function saveDraft(page: Page, place: PlaceResponse, description = NEW) {
  await openPlace(page, place);
  await field(page, "Description").fill(description);
  await button(page, "Save draft").click();
  await expect(toast(page, "Draft saved. Travelers do not see it yet.")).toBeVisible();
  await expect(banner(page)).toBeVisible();
}

/** The row of a record in Drafts and schedule. */
const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });

test.describe("as an admin", () => {
  test.beforeEach(({ signIn }) => signIn("admin"));

  // R462
  test("the draft of a public place is not public until it is published @both @publishes", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const place = await placeFactory.create({ isActive: true, description: OLD });
    await saveDraft(page, place);
    expect((await admin.place(place.id)).description).toBe(OLD);
    const site = await page.context().newPage();
    await site.goto(`/places/${place.slug}`);
    await expect(site.getByText(OLD)).toBeVisible();
    await expect(site.getByText(NEW)).toHaveCount(0);

    await page.reload();
    await expect(field(page, "Description")).toHaveValue(NEW);
    await button(page, "Compare with public version").click();
    const comparison = page.getByRole("dialog", { name: `Draft of ${place.name}` });
    await expect(comparison.getByText("1 field differs")).toBeVisible();
    await page.keyboard.press("Escape");

    await button(page, "Publish").click();
    await expect(toast(page, "Business updated successfully")).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await expect(field(page, "Description")).toHaveValue(NEW);
    await expect(async () => {
      await site.goto(`/places/${place.slug}`);
      await expect(site.getByText(NEW)).toBeVisible({ timeout: 1000 });
    }).toPass();
  });

  // R463
  test("a draft is scheduled on the clock of the region, moved and canceled @publishes", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const place = await placeFactory.create({ isActive: true, description: OLD });
    await openPlace(page, place);
    await field(page, "Description").fill(NEW);
    await button(page, "Publish at…").click();
    const dialog = page.getByRole("dialog", { name: "When does the draft go live?" });
    await dialog.getByLabel("Date and time").fill("2020-02-05T08:00");
    await button(page, "Schedule").click();
    await expect(dialog.getByRole("alert")).toHaveText("Enter a time in the future.");
    await dialog.getByLabel("Date and time").fill("2190-02-05T08:00");
    await expect(dialog.getByText("Feb 5, 2190, 08:00")).toBeVisible();
    await expectAccessible(page, "the time of a draft");
    await button(page, "Schedule").click();
    await expect(banner(page)).toContainText("Goes live on Fri, Feb 5, 2190, 08:00.");
    const { publishAt } = (await admin.drafts()).find(({ recordId }) => recordId === String(place.id))!;
    expect(Date.parse(publishAt!)).toBe(Date.parse("2190-02-05T01:00:00Z"));

    await page.goto(`${CONSOLE}drafts`);
    const calendar = page.getByRole("region", { name: "Schedule", exact: true });
    await expect(calendar.getByRole("heading", { name: "Friday, February 5, 2190" })).toBeVisible();
    await row(page, place.name).getByRole("button", { name: "Change time" }).click();
    await dialog.getByLabel("Date and time").fill("2190-02-06T09:30");
    await button(page, "Schedule").click();
    await expect(calendar.getByRole("heading", { name: "Saturday, February 6, 2190" })).toBeVisible();
    await row(page, place.name).getByRole("button", { name: "Cancel schedule" }).click();
    await expect(toast(page, "Schedule canceled. The draft stays.")).toBeVisible();
    const waiting = page.getByRole("region", { name: "Waiting" });
    await expect(waiting.getByRole("link", { name: place.name })).toBeVisible();
    expect((await admin.place(place.id)).description).toBe(OLD);
  });

  // R462
  test("two editors of a draft lose nothing @publishes", async ({ page, admin, placeFactory, monitor }) => {
    monitor.allow(/412/);
    const place = await placeFactory.create({ isActive: true, description: OLD, phone: "1" });
    await saveDraft(page, place);
    const fields = { description: "A cave of another editor.", phone: "2" };
    await admin.saveDraft(`businesses/${place.id}`, { baseVersion: place.version, fields });
    await field(page, "Description").fill("A cave of mine.");
    await button(page, "Save draft").click();
    const conflict = page.getByRole("dialog", { name: "Someone else saved this draft" });
    await expect(conflict).toContainText("A cave of another editor.");
    await expect(conflict).toContainText("A cave of mine.");
    await conflict.getByRole("button", { name: "Save mine anyway" }).click();
    await expect(conflict).toBeHidden();
    await expect(field(page, "Phone")).toHaveValue("2");

    // A newer public version is merged before the draft is published.
    await admin.update(place.id, { description: "A public cave." });
    await button(page, "Publish").click();
    const merge = page.getByRole("dialog", { name: "The public version has changed" });
    await expect(merge).toContainText("A public cave.");
    await merge.getByRole("button", { name: "Save mine anyway" }).click();
    await expect(merge).toBeHidden();
    await button(page, "Publish").click();
    await expect(toast(page, "Business updated successfully")).toBeVisible();
    expect(await admin.place(place.id)).toMatchObject({ description: "A cave of mine.", phone: "2" });
  });

  // R462
  test("drafts are found in their list, discarded, and back by Undo @publishes", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const place = await placeFactory.create({ isActive: true, description: OLD });
    await admin.saveDraft(`businesses/${place.id}`, {
      baseVersion: place.version,
      fields: { description: NEW },
    });
    await page.goto(`${CONSOLE}businesses`);
    await page.getByRole("button", { name: "With draft" }).click();
    await expect(placeRow(page, place.name).getByText("Draft", { exact: true })).toBeVisible();

    await page.goto(`${CONSOLE}drafts`);
    await row(page, place.name).getByRole("button", { name: "Discard draft" }).click();
    await page
      .getByRole("dialog", { name: "Discard this draft?" })
      .getByRole("button", { name: "Discard draft" })
      .click();
    await expect(row(page, place.name)).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(page, place.name)).toBeVisible();
    await row(page, place.name).getByRole("link").click();
    await expect(field(page, "Description")).toHaveValue(NEW);
    await button(page, "Discard draft").click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
    await expect(field(page, "Description")).toHaveValue(OLD);
  });

  // R462
  test("pages, settings and categories have drafts", async ({ page, admin }) => {
    const category = await admin.addCategory({ name: `Kayak ${Date.now()}`, emoji: "🛶" });
    await page.goto(`${CONSOLE}categories/${category.id}`);
    await field(page, "Emoji").fill("🚣");
    await button(page, "Save draft").click();
    await expect(banner(page)).toBeVisible();
    await button(page, "Publish").click();
    await expect(toast(page, "Category updated successfully")).toBeVisible();
    await admin.removeCategory(category.id);
    for (const path of ["pages/about", "settings"]) {
      await page.goto(CONSOLE + path);
      await expect(button(page, "Save draft")).toBeVisible();
    }
  });
});

// R462
test("an owner saves and publishes the draft of their place, and sees no other @publishes", async ({
  page,
  signIn,
  admin,
  placeFactory,
}) => {
  const ownerId = await userIdOf("business_owner");
  const place = await placeFactory.create({ isActive: true, ownerId, description: OLD });
  const foreign = await placeFactory.create({ isActive: true });
  await admin.saveDraft(`businesses/${foreign.id}`, { baseVersion: foreign.version, fields: { phone: "9" } });
  await signIn("business_owner");
  await saveDraft(page, place);
  await page.goto(`${CONSOLE}drafts`);
  await expect(row(page, place.name)).toBeVisible();
  await expect(row(page, foreign.name)).toHaveCount(0);
  await row(page, place.name).getByRole("button", { name: "Publish now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(page, "Draft published")).toBeVisible();
  expect((await admin.place(place.id)).description).toBe(NEW);
});

for (const colorScheme of ["light", "dark"] as const) {
  const size = colorScheme === "light" ? "@desktop" : "@phone";
  // R211
  test(`drafts violate no accessibility rule in ${colorScheme} mode ${size} @publishes`, async ({
    page,
    signIn,
    admin,
    placeFactory,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn("admin");
    const place = await placeFactory.create({ isActive: true, description: OLD });
    await admin.saveDraft(`businesses/${place.id}`, {
      baseVersion: place.version,
      fields: { description: NEW },
      publishAt: "2190-02-05T01:00:00Z",
    });
    await page.goto(`${CONSOLE}drafts`);
    await expect(row(page, place.name)).toBeVisible();
    await expectAccessible(page, "drafts and schedule");
    await openPlace(page, place);
    await expect(banner(page)).toBeVisible();
    await expectAccessible(page, "a form with a draft");
    await button(page, "Compare with public version").click();
    await expect(page.getByRole("dialog").getByText("1 field differs")).toBeVisible();
    await expectAccessible(page, "a compared draft");
  });
}
