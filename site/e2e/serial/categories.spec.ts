import { CONSOLE, expect, expectAccessible, field, settled, test, toast, unique } from "../console/fixtures";
import { expectFresh, fetchPage } from "../freshness";

test.use({ hasWebGl: false });

/** Categories in the console. Serial, because every list of places shows them. */

const CATEGORIES = `${CONSOLE}categories`;

// R164
test("a category is added, assigned to a place, renamed and found by its old slug", async ({
  page,
  signIn,
  admin,
  placeFactory,
  monitor,
}) => {
  monitor.allow(/422 \(/);
  await signIn("admin");
  await page.goto(CATEGORIES);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Categories");
  const rows = page.getByRole("list", { name: "Categories" }).getByRole("listitem");
  await expect(rows).toHaveCount((await admin.categories()).length);
  await expect(rows.filter({ hasText: "Caves" })).toContainText("cave · also caves");
  await expectAccessible(page, "categories");

  // By keyboard alone.
  await page.keyboard.press("n");
  const createDialog = page.getByRole("dialog", { name: "Add Category" });
  await expect(field(page, "Name")).toBeFocused();
  await settled(page);
  await page.keyboard.press("Control+s");
  await expect(createDialog.getByText("Category name is required")).toBeVisible();
  const name = unique("Đò");
  await field(page, "Name").fill(name);
  await field(page, "Page address").fill("cave");
  await field(page, "Color").fill("brown");
  await page.keyboard.press("Tab");
  await expect(createDialog.getByText("Color must look like #78350F")).toBeVisible();
  await expectAccessible(page, "a new category with errors");
  await field(page, "Color").fill("#0F766E");
  await expect(createDialog.getByLabel("Pick a color")).toHaveValue("#0f766e");
  await field(page, "Emoji").fill("⛵");
  const icons = createDialog.getByRole("radiogroup", { name: "Icon" });
  await icons.getByRole("radio", { name: "None (a pin)" }).press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(icons.getByRole("radio", { name: "Banknote" })).toBeChecked();
  await icons.getByText("Ship", { exact: true }).click();
  await expect(icons.getByRole("radio", { name: "Ship" })).toBeChecked();
  await expectAccessible(page, "a new category");
  await page.keyboard.press("Control+s");
  await expect(createDialog.getByText("Another category already uses cave")).toBeVisible();
  await expect(field(page, "Name"), "typed text is kept").toHaveValue(name);
  const slug = `do-${Date.now()}`;
  await field(page, "Page address").fill(slug);
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Category created successfully")).toBeVisible();
  await expect(createDialog).toBeHidden();
  const { id, ...category } = (await admin.categories()).find((category) => category.name === name)!;
  try {
    expect(category).toMatchObject({ slug, color: "#0F766E", icon: "ship", emoji: "⛵", placeCount: 0 });
    const row = rows.filter({ hasText: name });
    await expect(row).toContainText("No active places");

    const place = await placeFactory.create({ categoryIds: [id], isActive: true });
    await page.reload();
    await expect(row.getByRole("link", { name: `1 active place in ${name}` })).toBeVisible();
    // A category in use is not deleted; the dialog leads to its places.
    await row.getByRole("button", { name: `Delete ${name}` }).click();
    const inUseDialog = page.getByRole("dialog", { name: "This category has places" });
    await expect(inUseDialog).toContainText(`1 active place is in “${name}”`);
    await expectAccessible(page, "a category in use");
    await inUseDialog.getByRole("button", { name: "Show places" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");
    await expect(page.getByRole("link", { name: place.name }).first()).toBeVisible();
    await expect(page.getByText("1 place", { exact: true })).toBeVisible();

    await page.goto(CATEGORIES);
    const edit = row.getByRole("link", { name: `Edit ${name}` });
    await edit.press("Enter");
    const editDialog = page.getByRole("dialog", { name: "Edit Category" });
    await expect(field(page, "Page address")).toHaveValue(slug);
    // Closing by keyboard returns the focus.
    await page.keyboard.press("Escape");
    await expect(edit).toBeFocused();
    await edit.press("Enter");
    await expect(field(page, "Page address")).toHaveValue(slug);
    await expectAccessible(page, "a category");
    await field(page, "Page address").fill(`${slug}-new`);
    await field(page, "Name").fill(`${name} mới`);
    await editDialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(toast(page, "Category updated successfully")).toBeVisible();
    await expect(row).toContainText(`${slug}-new · also ${slug}`);
    await expectFresh("the new name on the place", async () =>
      (await fetchPage(`/places/${place.slug}`)).text.includes(`${name} mới`),
    );
    await page.goto(`/explore?category=${slug}`);
    await expect(page.getByText(`Filtered by ${name} mới`)).toBeVisible();
    await expect(page.getByRole("heading", { name: place.name })).toBeVisible();
    await admin.remove(place.id);
  } finally {
    // The category cannot be deleted while its place is in the trash.
    await admin.updateCategory(id, { name: unique("Đò") });
  }
});

// R164
test("a category without places is deleted and restored by Undo", async ({ page, signIn, admin }) => {
  const category = await admin.addCategory({
    name: unique("Thuyền"),
    emoji: "🛶",
    aliases: [`raft-${Date.now()}`],
  });
  try {
    await signIn("admin");
    await page.goto(CATEGORIES);
    const row = page
      .getByRole("list", { name: "Categories" })
      .getByRole("listitem")
      .filter({ hasText: category.name });
    await row.getByRole("button", { name: `Delete ${category.name}` }).click();
    const confirmDialog = page.getByRole("dialog", { name: "Delete this category?" });
    await expect(confirmDialog).toContainText(
      `“${category.name}” can be deleted only if no places use it, including inactive ones and those in the trash.`,
    );
    await expectAccessible(page, "deleting a category");
    await confirmDialog.getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Category deleted successfully")).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(await admin.categories()).not.toContainEqual(category);
    // While a dialog is open, it receives all keys.
    await expect(confirmDialog).toBeHidden();
    await page.keyboard.press("u");
    await expect(toast(page, "Category restored successfully")).toBeVisible();
    await expect(row).toContainText(category.aliases[0]!);
    expect(await admin.categories()).toContainEqual(category);
  } finally {
    await admin.removeCategory(category.id);
  }
});

// R164
test("business owners cannot manage categories", async ({ page, signIn }) => {
  await signIn("business_owner");
  await page.goto(CATEGORIES);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
  await expect(page.getByRole("link", { name: "Categories" })).toHaveCount(0);
});
