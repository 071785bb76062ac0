import { CONSOLE, expect, expectAccessible, selectInput, test } from "./fixtures";

// R560, R561, R562
test("the counts of quality lead to lists, and duplicates have links to both places", async ({
  page,
  signIn,
  placeFactory,
}) => {
  test.setTimeout(120_000);
  const form = { latitude: 17.2468, longitude: 106.4826 };
  const first = await placeFactory.create(form);
  await placeFactory.create({ ...form, name: `${first.name} Cave` });
  await signIn("admin");
  await page.goto(`${CONSOLE}quality`);
  const counts = page.getByRole("list", { name: "Counts" });
  await expect(counts.getByRole("listitem")).toHaveCount(13);
  const duplicates = page.getByRole("list", { name: "Likely duplicates" });
  const pair = duplicates.getByRole("listitem").filter({ hasText: first.name });
  // A change to a place is taken into account within a minute.
  await expect(async () => {
    await page.reload();
    await expect(pair.getByRole("link")).toHaveCount(2, { timeout: 3000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByText("No dead links found.")).toBeVisible();
  await expectAccessible(page, "quality");
  await counts.getByRole("link", { name: "Open list: Places without a phone number" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");
  await expect(selectInput(page, "Missing")).toHaveText("Phone number");
});
