import { CONSOLE, expect, field, test, unfold } from "./fixtures";

const MAX_HEIGHT_PX = 2400;

for (const path of ["pages/getting-here", "pages/about", "pages/help", "pages/privacy", "settings"]) {
  test(`${path} opens in less than three screens of a phone`, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn("admin");
    await page.goto(CONSOLE + path);
    await expect(page.getByRole("main").getByRole("button", { expanded: false }).first()).toBeVisible();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(MAX_HEIGHT_PX);
  });
}

test("cities are opened, moved, added and removed by keyboard @desktop", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto(`${CONSOLE}pages/getting-here`);
  const head = (number: number) => page.getByRole("button", { name: new RegExp(`^City ${number}`) });
  await expect(head(2)).toBeVisible();
  const count = await page.getByRole("button", { name: /^City \d/ }).count();
  const summary = (await head(2).textContent())!.replace("City 2", "");
  await head(2).focus();
  await page.keyboard.press("Enter");
  await expect(head(2)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(head(1)).toBeFocused();
  await expect(head(1)).toContainText(summary);
  await expect(head(1)).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText(`City 2 moved to position 1 of ${count}`)).toHaveRole("status");

  await page.getByRole("button", { name: "Remove City 1" }).focus();
  await page.keyboard.press("Enter");
  await expect(head(1)).toBeFocused();
  await page.getByRole("button", { name: "Add city" }).focus();
  await page.keyboard.press("Enter");
  await expect(head(count)).toHaveAttribute("aria-expanded", "true");
  const newCity = page.getByRole("group", { name: `City ${count}`, exact: true });
  await expect(newCity.getByRole("textbox", { name: "City", exact: true })).toBeFocused();
});

test("a folded section keeps what was typed and opens at its error @desktop", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto(`${CONSOLE}settings`);
  await unfold(page, "The map");
  await field(page, "Zoom").fill("99");
  await page.getByRole("button", { name: /^The map/ }).click();
  await expect(field(page, "Zoom")).toBeHidden();
  await page.keyboard.press("Control+s");
  await expect(field(page, "Zoom")).toBeFocused();
  await expect(field(page, "Zoom")).toHaveValue("99");
  await expect(page.getByRole("button", { name: /^The map/ })).toContainText(
    "One field needs your attention",
  );
});
