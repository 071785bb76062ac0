import { expect, expectAccessible, test } from "../fixtures";

/** The links of the side menu. */
const MENU = ["Home", "Explore", "Inspiration", "Guestbook", "Getting Here", "About", "Contact"];

// R9
test("the header has logo, name, tagline and the main sections @desktop", async ({ page }) => {
  await page.goto("/explore");
  const bar = page.getByRole("banner");
  const brand = bar.getByRole("link", { name: /Phong Nha Guide.*Caves, rivers and good company/ });
  await expect(brand.locator("svg")).toBeVisible();
  await expect(bar.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
    "Explore",
    "Inspiration",
    "Guestbook",
    "Getting Here",
    "About",
    "Contact",
  ]);
  await brand.click();
  await expect(page).toHaveURL("/");
  await bar.getByRole("link", { name: "Explore", exact: true }).click();
  await expect(page).toHaveURL("/explore");
});

// R9
test.describe("the phone's menu @phone", () => {
  test("also lists Home and closes when a link is followed", async ({ page }) => {
    await page.goto("/explore");
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect(menu).toBeHidden();
    await page.locator("header summary").tap();
    await expect(menu.getByRole("link")).toHaveText(MENU);
    await menu.getByRole("link", { name: "Home" }).tap();
    await expect(page).toHaveURL("/");
    await expect(menu).toBeHidden();
  });

  test("closes on Escape and returns the focus", async ({ page }) => {
    await page.goto("/");
    const summary = page.locator("header summary");
    await summary.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect(menu).toBeVisible();
    // It also opens without scripts; hydration adds this name.
    await expect(summary).toHaveAccessibleName("Close menu");
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name: "Home" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(summary).toBeFocused();
  });
});

// R12
test("a narrow header has the same links and the sign-in in a side menu @desktop", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto("/about");
  await page.getByRole("banner").locator("summary").click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu.getByRole("link")).toHaveText(MENU);
  await expect(menu.getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeInViewport();
  const { x, height } = (await menu.locator("..").boundingBox())!;
  expect(x, "it is at the side").toBeGreaterThan(450);
  expect(height, "from top to bottom").toBeGreaterThan(600);
  await expectAccessible(page, "the side navigation");
  await page.mouse.click(200, 400);
  await expect(menu).toBeHidden();
});

// R10
test("Home is current on its exact address only, the others on their prefix @desktop", async ({ page }) => {
  const link = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });
  await page.goto("/");
  await expect(link("Explore")).not.toHaveAttribute("aria-current");
  await page.goto("/explore?category=cave");
  await expect(link("Explore")).toHaveAttribute("aria-current", "page");
  await page.goto("/inspiration");
  await page.getByRole("main").getByRole("heading", { level: 3 }).first().getByRole("link").click();
  await expect(page).toHaveURL(/\/inspiration\/\d+-/);
  await expect(link("Inspiration")).toHaveAttribute("aria-current", "page");
  await expect(link("Explore")).not.toHaveAttribute("aria-current");
});

// R10
test("the phone's menu highlights the current section @phone", async ({ page }) => {
  const link = (name: string) => page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name });
  await page.goto("/");
  await page.locator("header summary").tap();
  await expect(link("Home")).toHaveAttribute("aria-current", "page");
  await expect(link("Explore")).not.toHaveAttribute("aria-current");
  await link("Explore").tap();
  await expect(page).toHaveURL("/explore");
  await page.locator("header summary").tap();
  await expect(link("Home")).not.toHaveAttribute("aria-current");
  await expect(link("Explore")).toHaveAttribute("aria-current", "page");
});

// R13, R14
test("the footer links to every section", async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  const year = new Date().getFullYear();
  await expect(footer.getByText(year > 2025 ? `© 2025–${year}` : "© 2025")).toBeVisible();
  const column = footer.getByRole("navigation", { name: "Explore" });
  await expect(column.getByRole("heading", { name: "Explore" })).toBeVisible();
  await expect(column.getByRole("link")).toHaveText([
    "Interactive Map",
    "Inspiration",
    "Guestbook",
    "Getting Here",
  ]);
  const support = footer.getByRole("navigation", { name: "Support" });
  await expect(support.getByRole("link")).toHaveText(["About", "Contact", "Help", "Terms & Privacy"]);
  await support.getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await column.getByRole("link", { name: "Interactive Map" }).click();
  await expect(page).toHaveURL("/explore?view=map");
});

// R211
test("the first Tab reaches the skip link", async ({ page }) => {
  await page.goto("/explore");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
