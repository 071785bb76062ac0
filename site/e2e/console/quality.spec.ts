import { CONSOLE, expect, expectAccessible, selectInput, test } from "./fixtures";

// R560, R561, R562
test("the counts of quality lead to lists, and duplicates have links to both places", async ({
  page,
  signIn,
  placeFactory,
}) => {
  const form = { latitude: 17.4321, longitude: 106.1234 };
  const first = await placeFactory.create(form);
  await placeFactory.create({ ...form, name: `${first.name} Cave` });
  await signIn("admin");
  await page.goto(`${CONSOLE}quality`);
  const counts = page.getByRole("list", { name: "Counts" });
  await expect(counts.getByRole("listitem")).toHaveCount(12);
  const pair = page.getByRole("list", { name: "Likely duplicates" }).getByRole("listitem").first();
  await expect(pair.getByRole("link")).toHaveCount(2);
  await expect(page.getByText("No dead links.")).toBeVisible();
  await expectAccessible(page, "quality");
  await counts.getByRole("link", { name: "Open list: Places without a phone number" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");
  await expect(selectInput(page, "Missing")).toHaveText("Phone number");
});
