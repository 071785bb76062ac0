import { expect, test } from "../fixtures";

// B1: the pages are readable with scripts off.
test.use({ javaScriptEnabled: false });

test("B1: Home shows its prompts, what the guide is, its door and the featured places", async ({
  page,
  visitor,
}) => {
  await page.goto("/");
  for (const button of [
    "Show me some caves",
    "Show me street food spots",
    "Show me adventures",
    "Take me to the bar",
  ]) {
    await expect(page.getByRole("link", { name: button })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: button })).toHaveCSS("opacity", "1");
  }
  await expect(page.getByRole("heading", { name: "What is Phong Nha Guide?" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the map" })).toBeVisible();
  for (const { name } of await visitor.places("premium=true")) {
    await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: "Explore More" }).click();
  await expect(page).toHaveURL("/explore");
});

test("B1: Explore shows every place, and each leads to its page", async ({ page, visitor }) => {
  const all = await visitor.places();
  await page.goto("/explore");
  const list = page.getByRole("list", { name: "Places found" });
  await expect(list.getByRole("heading")).toHaveText(all.map(({ name }) => name));
  await expect(page.getByText(`${all.length} places found`)).toBeVisible();
  await list.getByRole("link", { name: "Phong Nha Cave", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Phong Nha Cave", exact: true })).toBeVisible();
});

test("B1: a place shows its words, facts and links", async ({ page, visitor }) => {
  const place = await visitor.place("son-doong-cave");
  await page.goto("/places/son-doong-cave");
  await expect(page.getByRole("heading", { level: 1, name: place.name, exact: true })).toBeVisible();
  await expect(page.getByText(place.localName!, { exact: true })).toBeVisible();
  await expect(page.getByText(place.description!, { exact: true })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: place.commune! })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Get Directions/ })).toBeVisible();
});

test("B1: the phone's menu opens @phone", async ({ page }) => {
  await page.goto("/");
  await page.locator("header summary").tap();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Explore" }).tap();
  await expect(page).toHaveURL("/explore");
});
