import { expect, test } from "../fixtures";

// R4
test.describe("every route shows its screen", () => {
  const screens = [
    ["/", "Phong Nha Guide: Caves, rivers and good company"],
    ["/explore", "Explore Phong Nha"],
    ["/places/phong-nha-cave", "Phong Nha Cave"],
    ["/inspiration", "Inspiration"],
    ["/contact", "Get in touch"],
    ["/login", "Sign In"],
    ["/admin-portal", "Sign in"],
  ] as const;
  for (const [path, heading] of screens) {
    test(path, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
    });
  }

  test("/admin and /moderation lead into the console", async ({ page }) => {
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin-portal\/(admin|login)\b/);
    await page.goto("/moderation");
    await expect(page).toHaveURL(/\/admin-portal\/(moderation|login)\b/);
  });
});

// R5
test.describe("any other path is the not-found page", () => {
  for (const path of [
    "/no-such-page",
    "/places/no-such-place",
    "/explore/deeper",
    "/inspirations",
    "/Đường-mòn",
  ]) {
    test(path, async ({ page, monitor }) => {
      monitor.allow(/404 \(Not Found\)/);
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(
        page.getByRole("heading", { level: 1, name: "404 Page Not Found", exact: true }),
      ).toBeVisible();
      await expect(page.getByText("I think you got lost in the jungle!?", { exact: true })).toBeVisible();
      await expect(page).toHaveTitle(/^404 Page Not Found/);
    });
  }

  test("the not-found page leads back to Home", async ({ page, monitor }) => {
    monitor.allow(/404 \(Not Found\)/);
    await page.goto("/no-such-page");
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});

// R1
test("places are readable without an account, in English", async ({ page, publicApi }) => {
  for (const place of (await publicApi.places("premium=true")).slice(0, 3)) {
    await page.goto(`/places/${place.slug}`);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("heading", { level: 1, name: place.name, exact: true })).toBeVisible();
    await expect(page.getByRole("article").getByText(place.description!.slice(0, 60))).toBeVisible();
  }
});
