import type { PlaceResponse } from "@karst/client";
import type { Locator, Page } from "@playwright/test";
import {
  CONSOLE,
  expect,
  expectAccessible,
  field,
  openPlace,
  settled,
  test,
  toast,
  userIdOf,
} from "./fixtures";

test.use({ hasWebGl: false });

const OLD = "A dry cave with a floor of sand. Bring a light, and shoes for wet stones.";
const NEW = "A wet cave with a floor of sand. Bring a light, and shoes for wet stones.";

/** Opens the history of a place, whose form is open. */
async function openHistory(page: Page, { name }: PlaceResponse): Promise<Locator> {
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: `History of ${name}` });
  await expect(versions(dialog).first()).toBeVisible();
  return dialog;
}

/** The versions in the list, the newest first. */
const versions = (dialog: Locator) => dialog.getByRole("list", { name: "Versions" }).getByRole("button");

const restoreDialog = (page: Page) => page.getByRole("dialog", { name: "Restore this version?" });

test.describe("as an admin", () => {
  test.beforeEach(({ signIn }) => signIn("admin"));

  // R459
  test("a field of an earlier version is compared, restored and public, and Undo takes it back @both @publishes", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const place = await placeFactory.create({ isActive: true, description: OLD, phone: "+84 232 111 1111" });
    await admin.update(place.id, { description: NEW });
    await admin.update(place.id, { phone: "+84 232 222 2222", tags: ["quiet"] });
    await openPlace(page, place);
    const dialog = await openHistory(page, place);
    await expect(versions(dialog)).toHaveCount(3);
    await expect(versions(dialog).first()).toContainText("Newest");
    await expect(versions(dialog).first()).toContainText("Changed: Phone and Tags");
    await expect(versions(dialog).last()).toContainText("Created");

    await versions(dialog).last().click();
    await expect(dialog.getByText("3 fields differ")).toBeVisible();
    await expect(dialog.locator("del").first()).toHaveText("removed: dry");
    await expect(dialog.locator("ins").first()).toHaveText("added: wet");
    await dialog.getByRole("checkbox", { name: "Restore Phone" }).uncheck();
    await dialog.getByRole("checkbox", { name: "Restore Tags" }).uncheck();
    await dialog.getByRole("button", { name: "Restore 1 field" }).click();
    await expect(restoreDialog(page)).toContainText("Description. Travelers see it immediately.");
    await restoreDialog(page).getByRole("button", { name: "Restore" }).click();
    await expect(toast(page, "1 field restored")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(field(page, "Description")).toHaveValue(OLD);
    await expect(field(page, "Phone")).toHaveValue("+84 232 222 2222");

    const site = await page.context().newPage();
    await expect(async () => {
      await site.goto(`/places/${place.slug}`);
      await expect(site.getByText(OLD)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, "Restore undone")).toBeVisible();
    await expect(field(page, "Description")).toHaveValue(NEW);
  });

  // R459
  test("a version is found, compared and restored by keyboard alone @desktop", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const place = await placeFactory.create({ phone: "+84 232 111 1111" });
    await admin.update(place.id, { phone: "+84 232 222 2222" });
    await openPlace(page, place);
    const pressOn = async (target: Locator, key = "Enter") => {
      await expect(target).toBeVisible();
      for (let presses = 0; presses < 60; presses++) {
        if (await target.evaluate((element) => element === document.activeElement))
          return page.keyboard.press(key);
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not lead to ${target}`);
    };
    const open = page.getByRole("button", { name: "History" });
    await pressOn(open);
    const dialog = page.getByRole("dialog", { name: `History of ${place.name}` });
    await pressOn(versions(dialog).last());
    await expect(dialog.getByText("1 field differs")).toBeVisible();
    const checkbox = dialog.getByRole("checkbox", { name: "Restore Phone" });
    await pressOn(checkbox, "Space");
    await expect(dialog.getByText("Select fields to restore.")).toBeVisible();
    await page.keyboard.press("Space");
    await pressOn(dialog.getByRole("button", { name: "Restore 1 field" }));
    await expect(restoreDialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
    await pressOn(restoreDialog(page).getByRole("button", { name: "Restore" }));
    await expect(toast(page, "1 field restored")).toBeVisible();
    await expect(open).toBeFocused();
    await expect(field(page, "Phone")).toHaveValue("+84 232 111 1111");
    await page.keyboard.press("u");
    await expect(field(page, "Phone")).toHaveValue("+84 232 222 2222");
  });

  // R459
  test("nothing is restored over a save that came in between, or over unsaved changes", async ({
    page,
    admin,
    placeFactory,
    monitor,
  }) => {
    monitor.allow(/412/);
    const place = await placeFactory.create({ phone: "+84 232 111 1111" });
    await admin.update(place.id, { phone: "+84 232 222 2222" });
    await openPlace(page, place);
    const dialog = await openHistory(page, place);
    await versions(dialog).last().click();
    await expect(dialog.getByText("1 field differs")).toBeVisible();
    await admin.update(place.id, { phone: "+84 232 333 3333" });
    await dialog.getByRole("button", { name: "Restore 1 field" }).click();
    await restoreDialog(page).getByRole("button", { name: "Restore" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Someone else saved this record in the meantime.");
    await expect(dialog.getByText("+84 232 333 3333")).toBeVisible();
    expect((await admin.place(place.id)).phone).toBe("+84 232 333 3333");

    await dialog.getByRole("button", { name: "Close" }).click();
    await field(page, "Address").fill("By the bend");
    const again = await openHistory(page, place);
    await versions(again).last().click();
    await expect(
      again.getByText("Save or discard the changes in the form before you restore."),
    ).toBeVisible();
    await expect(again.getByRole("button", { name: "Restore 1 field" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(field(page, "Address")).toHaveValue("By the bend");
  });

  // R459
  test("a version gets a note and a pin, and is deleted permanently @phone", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const place = await placeFactory.create();
    await admin.update(place.id, { address: "By the bend" });
    await openPlace(page, place);
    const dialog = await openHistory(page, place);
    await versions(dialog).last().click();
    await dialog.getByRole("button", { name: "Pin" }).click();
    await expect(dialog.getByRole("button", { name: "Unpin" })).toBeVisible();
    await dialog.getByRole("button", { name: "Add note" }).click();
    await expect(field(page, "Note")).toBeFocused();
    await page.keyboard.type("Trước Tết");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Edit note" })).toBeVisible();
    await expect(dialog.getByText("Trước Tết").first()).toBeVisible();
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    const question = page.getByRole("dialog", { name: "Delete this version permanently?" });
    await question.getByRole("button", { name: "Delete permanently" }).click();
    await expect(toast(page, "Version deleted")).toBeVisible();
    await expect(versions(dialog)).toHaveCount(1);

    await admin.update(place.id, { address: "By the ford" });
    await admin.update(place.id, { address: "By the mill" });
    await page.reload();
    const again = await openHistory(page, place);
    await expect(versions(again)).toHaveCount(3);
    await again.getByRole("button", { name: "Delete earlier versions" }).click();
    const all = page.getByRole("dialog", { name: "Delete all earlier versions permanently?" });
    await all.getByRole("button", { name: "Delete earlier versions" }).click();
    await expect(toast(page, "Earlier versions deleted")).toBeVisible();
    await expect(versions(again)).toHaveCount(1);
    await expect(versions(again).first()).toContainText("Newest");
  });

  // R459
  test("a category is restored in its dialog, and pages and settings have a history", async ({
    page,
    admin,
  }) => {
    const category = await admin.addCategory({ name: `Kayak ${Date.now()}`, emoji: "🛶" });
    await admin.updateCategory(category.id, { emoji: "🚣" });
    await page.goto(`${CONSOLE}categories/${category.id}`);
    await page.getByRole("button", { name: "History" }).click();
    const dialog = page.getByRole("dialog", { name: `History of ${category.name}` });
    await versions(dialog).last().click();
    await dialog.getByRole("button", { name: "Restore 1 field" }).click();
    await restoreDialog(page).getByRole("button", { name: "Restore" }).click();
    await expect(toast(page, "1 field restored")).toBeVisible();
    await expect(field(page, "Emoji")).toHaveValue("🛶");
    await admin.removeCategory(category.id);
    for (const [path, name] of [
      ["pages/about", "About"],
      ["settings", "Settings"],
    ] as const) {
      await page.goto(CONSOLE + path);
      await page.getByRole("button", { name: "History" }).click();
      await expect(page.getByRole("dialog", { name: `History of ${name}` })).toBeVisible();
    }
  });
});

// R460
test("an owner sees the versions since the place is theirs, and restores only what they may change", async ({
  page,
  signIn,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create({ phone: "+84 232 111 1111" });
  await admin.update(place.id, { ownerId: await userIdOf("business_owner") });
  await admin.update(place.id, { phone: "+84 232 222 2222", isPremium: true });
  await signIn("business_owner");
  await openPlace(page, place);
  const dialog = await openHistory(page, place);
  await expect(versions(dialog)).toHaveCount(2);
  await expect(versions(dialog).first()).toContainText("The team");
  await versions(dialog).last().click();
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
  await expect(dialog.getByText("Only an admin can restore this field.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Pin" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Restore 1 field" }).click();
  await restoreDialog(page).getByRole("button", { name: "Restore" }).click();
  await expect(field(page, "Phone")).toHaveValue("+84 232 111 1111");
});

for (const colorScheme of ["light", "dark"] as const) {
  const size = colorScheme === "light" ? "@desktop" : "@phone";
  // R211
  test.describe(`the history in ${colorScheme} mode violates no accessibility rule ${size}`, () => {
    test.use({ colorScheme });

    test("list, comparisons, and the question before a restore", async ({
      page,
      signIn,
      admin,
      placeFactory,
    }) => {
      test.slow();
      const place = await placeFactory.create({
        description: OLD,
        imageUrl: "/scenes/cave-1.svg",
        tags: ["boat"],
      });
      await admin.update(place.id, {
        description: NEW,
        imageUrl: null,
        gallery: ["/scenes/water-3.svg"],
        tags: [],
      });
      await signIn("admin");
      await openPlace(page, place);
      const dialog = await openHistory(page, place);
      await expectAccessible(page, "versions");
      await versions(dialog).last().click();
      await expect(dialog.getByText(/\d fields differ/)).toBeVisible();
      await settled(page);
      await expectAccessible(page, "a comparison");
      await dialog.getByRole("switch", { name: "Long texts side by side" }).click();
      await expectAccessible(page, "a comparison side by side");
      await dialog.getByRole("button", { name: "Add note" }).click();
      await expectAccessible(page, "a note");
      await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: /^Restore \d fields/ }).click();
      await expect(restoreDialog(page)).toBeVisible();
      await expectAccessible(page, "the question before a restore");
    });
  });
}
