import { CONSOLE, toast } from "../console/fixtures";
import { expectFresh, fetchPage } from "../freshness";
import { expect, expectAccessible, test } from "../fixtures";

const PATHS = ["/", "/explore", "/places/phong-nha-cave", "/inspiration", "/help"];

// R202, R490, R493
test("an alert of the whole guide is above every page at once, and gone when it is ended", async ({
  page,
  signIn,
}) => {
  const text = "The river is high: no boats to Động Phong Nha this week.";
  await signIn("admin");
  await page.goto(`${CONSOLE}alerts/create`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Danger" }).click();
  await dialog.getByLabel("Text").fill(text);
  await dialog.getByRole("combobox", { name: "About" }).click();
  await page.getByRole("option", { name: "The whole guide" }).click();
  await dialog.getByLabel("Link").fill("/help");
  await expectAccessible(page, "the form of an alert");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(toast(page, "Alert published")).toBeVisible();
  for (const path of PATHS)
    await expectFresh(`the alert on ${path}`, async () => (await fetchPage(path)).text.includes(text));

  const banner = page.getByRole("complementary", { name: "Alerts" });
  await page.goto("/about");
  await expect(banner).toContainText(text);
  await expectAccessible(page, "the alert");
  for (const [path, width, height] of [
    ["/explore", 1280, 800],
    ["/explore?view=map", 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(banner).toContainText(text);
    await expect(page.getByRole("region", { name: "Map of the places found" })).toBeVisible();
    const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(beyond, `at ${width} the map still fills the window and no more`).toBeLessThanOrEqual(1);
  }
  await banner.getByRole("link", { name: "Read more" }).click();
  await expect(page).toHaveURL("/help");

  await page.goto(`${CONSOLE}alerts`);
  await page.getByRole("button", { name: "End now: The whole guide" }).click();
  await expect(toast(page, "Alert ended")).toBeVisible();
  for (const path of PATHS)
    await expectFresh("as before", async () => !(await fetchPage(path)).text.includes(text));
  await page.getByRole("tab", { name: /^Ended/ }).click();
  await expect(page.getByText(text)).toBeVisible();
});

// R492, R493
test("a cave is closed from a phone with two taps, and travelers see it everywhere", async ({
  page,
  signIn,
  admin,
}) => {
  const place = await admin.place("phong-nha-cave");
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn("admin");
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  try {
    await page.getByRole("button", { name: "Add alert" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(toast(page, "Alert published")).toBeVisible();

    const text = "Closed until further notice.";
    await expectFresh("the page", async () =>
      (await fetchPage("/places/phong-nha-cave")).text.includes(text),
    );
    await page.goto("/places/phong-nha-cave");
    await expect(page.getByRole("list", { name: "Alerts" })).toContainText(`Closed${text}`);
    expect((await fetchPage("/places/phong-nha-cave")).text).toContain("specialOpeningHoursSpecification");
    await expectAccessible(page, "a closed place");
    await expectFresh("Explore", async () => (await fetchPage("/explore")).text.includes(">Closed<"));
    await page.goto("/explore");
    const card = page.getByRole("article").filter({ has: page.getByText(place.name, { exact: true }) });
    await expect(card.getByText("Closed", { exact: true })).toBeVisible();
    await page.getByRole("combobox", { name: "Search places" }).fill(place.name);
    await expect(page.getByRole("option").filter({ hasText: place.name }).first()).toContainText("Closed");
    const feed = await admin.alerts();
    expect(feed.find(({ placeIds }) => placeIds.includes(place.id))).toMatchObject({ level: "closed" });
  } finally {
    for (const { id } of await admin.alerts()) await admin.endAlert(id);
  }
  await expectFresh(
    "open again",
    async () =>
      !(await fetchPage("/places/phong-nha-cave")).text.includes("specialOpeningHoursSpecification"),
  );
});
