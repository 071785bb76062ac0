import {
  CONSOLE,
  expect,
  expectAccessible,
  openPlace,
  openTab,
  row,
  search,
  settled,
  TABS,
  test,
} from "./desk";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`${colorScheme} colours break no rule of accessibility`, () => {
    test.use({ colorScheme });

    test("sign-in", async ({ page }) => {
      await page.goto(`${CONSOLE}login`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
      await settled(page);
      const [red] = /\d+/.exec(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))!;
      expect(Number(red) > 127, "the colours that the system asks for").toBe(colorScheme === "light");
      await expectAccessible(page, "sign-in");
    });

    test("access denied", async ({ page, signIn }) => {
      await signIn("viewer");
      await page.goto(CONSOLE);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
      await settled(page);
      await expectAccessible(page, "access denied");
    });

    test("overview, and the menu on phones", async ({ page, signIn }) => {
      await signIn("admin");
      await page.goto(CONSOLE);
      await expect(
        page.getByRole("region", { name: "Quick Stats" }).getByRole("definition").first(),
      ).toHaveText(/\d/);
      await settled(page);
      await expectAccessible(page, "overview");
      const menu = page.getByRole("button", { name: "Open menu" });
      if (!(await menu.isVisible())) return;
      await menu.click();
      await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
      await settled(page);
      await expectAccessible(page, "menu");
    });

    test("list, preview and delete dialog", async ({ page, signIn, desk }) => {
      const place = await desk.make();
      await signIn("admin");
      await page.goto(`${CONSOLE}businesses`);
      await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
      await settled(page);
      await expectAccessible(page, "list");
      await search(page, place.name);
      await expect(row(page, place.name)).toBeVisible();
      await page.getByRole("button", { name: `View ${place.name}` }).click();
      await expect(page.getByRole("dialog", { name: place.name })).toBeVisible();
      await settled(page);
      await expectAccessible(page, "preview");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.getByRole("button", { name: `Delete ${place.name}` }).click();
      await expect(page.getByRole("dialog", { name: "Delete this business?" })).toBeVisible();
      await settled(page);
      await expectAccessible(page, "delete dialog");
    });

    test("edit, each tab", async ({ page, signIn, desk }) => {
      const place = await desk.make({
        gallery: ["/scenes/water-3.svg"],
        reviews: [{ author: "Linh", rating: 5, text: "Quiet." }],
      });
      await signIn("admin");
      await openPlace(page, place);
      for (const name of TABS) {
        await openTab(page, name);
        await settled(page);
        await expectAccessible(page, name);
      }
    });

    test("add, with every sentence that a blank form gets", async ({ page, signIn }) => {
      await signIn("admin");
      await page.goto(`${CONSOLE}businesses/create`);
      await page.getByRole("button", { name: "Create business" }).click();
      await expect(page.getByText("Business name is required")).toBeVisible();
      await settled(page);
      await expectAccessible(page, "add");
    });
  });
}
