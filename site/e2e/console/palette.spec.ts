import { CONSOLE, expect, expectAccessible, field, settled, test, unique } from "./fixtures";

test("Ctrl+K finds a place by its name without diacritics and opens it", async ({
  page,
  signIn,
  placeFactory,
}) => {
  const place = await placeFactory.create({ name: unique("Động Lặng") });
  await signIn("admin");
  await page.goto(`${CONSOLE}settings`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  const palette = page.getByRole("dialog", { name: "Search" });
  // The screen registers its shortcuts after its heading has appeared.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible({ timeout: 1000 });
  }).toPass();
  const input = palette.getByRole("combobox");
  await expect(input).toBeFocused();
  await expectAccessible(page, "command palette");
  await input.fill(`dong lang ${place.name.split(" ").at(-1)}`);
  const option = palette.getByRole("group", { name: "Places" }).getByRole("option", { name: place.name });
  await expect(option).toBeVisible();
  await expect(palette.getByRole("status")).toHaveText("1 result");
  await expectAccessible(page, "results of the command palette");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: place.name })).toBeVisible();
  await expect(palette).toBeHidden();

  // The record is among the recent ones from then on.
  await page.goto(CONSOLE);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(palette.getByRole("group", { name: "Recent" }).getByRole("option").first()).toContainText(
    place.name,
  );
  await settled(page);
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
});

test("the palette runs actions and opens sections by touch @phone", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto(CONSOLE);
  const palette = page.getByRole("dialog", { name: "Search" });
  await page.getByRole("button", { name: "Search", exact: true }).tap();
  await palette.getByRole("combobox").fill("guestbook man");
  await palette.getByRole("option", { name: "Guestbook Management" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Guestbook Management");
  await page.getByRole("button", { name: "Search", exact: true }).tap();
  await palette.getByRole("combobox").fill("dark");
  await palette.getByRole("option", { name: "Use dark colors" }).tap();
  await expect(palette).toBeHidden();
  await page.getByRole("button", { name: "Search", exact: true }).tap();
  await palette.getByRole("combobox").fill("light");
  await expect(palette.getByRole("option", { name: "Use light colors" })).toBeVisible();
  await palette.getByRole("button", { name: "Close" }).tap();
  await expect(palette).toBeHidden();
});

test("the palette opens over a form, sends nothing, and keeps what was typed", async ({ page, signIn }) => {
  await signIn("business_owner");
  await page.goto(`${CONSOLE}businesses/create`);
  await field(page, "Business name").fill("Half a name");
  const palette = page.getByRole("dialog", { name: "Search" });
  await page.keyboard.press("Control+k");
  const input = palette.getByRole("combobox");
  await expect(input).toBeFocused();
  await expect(palette.getByRole("option", { name: "Add Article" })).toHaveCount(0);
  await input.fill("zzzz");
  await expect(palette.getByRole("status")).toContainText("No results");
  await page.keyboard.press("Enter");
  await expect(palette).toBeVisible();
  await input.fill("inquiries");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await settled(page);
  await page.keyboard.press("Escape");
  await expect(field(page, "Business name")).toHaveValue("Half a name");
  expect(page.url()).toContain("/businesses/create");
});
