import {
  chooseOption,
  CONSOLE,
  expect,
  expectAccessible,
  selectInput,
  settled,
  test,
  toast,
} from "./fixtures";

test.beforeEach(({ signIn }) => signIn("admin"));

test("a view of a list is saved under a name, shown again, and deleted with Undo @phone", async ({
  page,
}) => {
  await page.goto(`${CONSOLE}businesses`);
  await selectInput(page, "Missing").click();
  await chooseOption(page.getByRole("option", { name: "Opening hours" }));
  await page.getByRole("button", { name: "Save this view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Enter a name");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Without hours");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(toast(page, "View “Without hours” saved")).toBeVisible();
  await expect(selectInput(page, "Saved view")).toHaveText("Without hours");
  await expect(page.getByRole("button", { name: "Delete this view" })).toBeFocused();
  await settled(page);
  await expectAccessible(page, "a saved view");

  await selectInput(page, "Missing").click();
  await chooseOption(page.getByRole("option").first());
  await expect(selectInput(page, "Saved view")).toHaveText("Choose a view");
  await selectInput(page, "Saved view").click();
  await chooseOption(page.getByRole("option", { name: "Without hours" }));
  await expect(selectInput(page, "Missing")).toHaveText("Opening hours");
  await page.reload();
  await expect(selectInput(page, "Saved view")).toHaveText("Without hours");

  await page.getByRole("button", { name: "Delete this view" }).click();
  await expect(selectInput(page, "Saved view")).toHaveCount(0);
  await toast(page, "View “Without hours” deleted").getByRole("button", { name: "Undo" }).click();
  await expect(selectInput(page, "Saved view")).toHaveText("Without hours");
});

for (const [list, column] of [
  ["businesses", "Category"],
  ["articles", "Author"],
] as const)
  test(`a column of ${list} is hidden by keyboard and stays hidden @desktop`, async ({ page }) => {
    await page.goto(CONSOLE + list);
    const head = page.getByRole("columnheader", { name: column, exact: true });
    await expect(head).toBeVisible();
    await page.getByRole("button", { name: "Columns" }).focus();
    await page.keyboard.press("Enter");
    const item = page.getByRole("menuitemcheckbox", { name: column });
    await expect(item).toHaveAttribute("aria-checked", "true");
    await item.focus();
    await page.keyboard.press("Space");
    await expect(item).toHaveAttribute("aria-checked", "false");
    await expect(head).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Columns" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(item).toBeVisible();
    // At the narrow widths of this check, the table is a list without columns.
    await expectAccessible(page, `the columns of ${list}`);
    await page.reload();
    await expect(page.getByRole("columnheader").first()).toBeVisible();
    await expect(head).toHaveCount(0);
  });
