import type { PlaceResponse } from "@karst/client";
import type { Page } from "@playwright/test";
import { Api } from "../api";
import {
  CONSOLE,
  expect,
  chooseOption,
  placeRow,
  searchPlaces,
  test as base,
  toast,
  unique,
} from "./userFixtures";

/** Bulk actions and their undo. */

interface AuthorFixture {
  /** Creates entries of a new author and removes them after the test. */
  createEntries: (...messages: string[]) => Promise<number[]>;
}

const test = base.extend<{ author: AuthorFixture }>({
  author: async ({ admin, userFactory }, provide) => {
    const ids: number[] = [];
    const createEntries = async (...messages: string[]) => {
      const author = await Api.signedIn(await userFactory.createStaff("viewer"));
      const created = [];
      for (const message of messages) created.push((await author.writeEntry(message)).id);
      ids.push(...created);
      return created;
    };
    await provide({ createEntries });
    for (const id of ids) await admin.removeEntry(id);
  },
});

const bar = (page: Page) => page.getByRole("group", { name: "Bulk actions" });
const all = (page: Page) => page.getByRole("checkbox", { name: "Select all on this page" });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });

// R227
test("places are changed in bulk and restored exactly by Undo @phone", async ({
  page,
  signIn,
  admin,
  placeFactory,
}) => {
  const name = unique("Lantern Cave");
  const places = [];
  for (const more of ["one", "two", "three"])
    places.push(await placeFactory.create({ name: `${name} ${more}`, isVerified: more === "two" }));
  await signIn("admin");
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, name);
  await expect(placeRow(page, places[2]!.name)).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await all(page).check();
  await expect(page.getByRole("status").filter({ hasText: "selected" })).toHaveText("3 selected");
  if (page.viewportSize()!.width < 600) {
    const { y, height } = (await bar(page).boundingBox())!;
    expect(Math.round(y + height), "at the foot of the screen").toBe(page.viewportSize()!.height);
  }

  await bar(page).getByRole("button", { name: "Verify", exact: true }).click();
  await expect(toast(page, "2 places updated")).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(all(page)).toBeFocused();
  for (const { id } of places) expect((await admin.place(id)).isVerified).toBe(true);
  await toast(page, "2 places updated").getByRole("button", { name: "Undo" }).press("Enter");
  await expect(toast(page, "2 changes undone")).toBeVisible();
  for (const before of places) {
    const { version: _, liveSince: __, ...current } = await admin.place(before.id);
    expect({ ...before, ...current }).toEqual(before);
  }
});

// R227
test("the list shows the true state of featured places right after Undo @desktop @publishes", async ({
  page,
  signIn,
  admin,
  placeFactory,
}) => {
  const name = unique("Lantern Cave");
  const places: PlaceResponse[] = [];
  for (const more of ["one", "two", "three"])
    places.push(await placeFactory.create({ name: `${name} ${more}`, isActive: true }));
  const areLive = () =>
    expect(async () => {
      for (const { id } of places) {
        const { liveSince, updatedAt } = await admin.place(id);
        expect(Date.parse(liveSince ?? "")).toBeGreaterThanOrEqual(Date.parse(updatedAt));
      }
    }).toPass();
  await areLive();
  // The clock of the page is a minute ahead, so the list no longer polls until the places are published.
  await page.clock.install({ time: Date.now() + 60_000 });
  await signIn("admin");
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, name);
  const isLive = async (place: { name: string }) =>
    expect(placeRow(page, place.name).getByRole("status")).toHaveText(/^\d\d:\d\d:\d\d$/);
  for (const place of places) await isLive(place);
  // Collects every status that a row shows in between.
  await page.evaluate(() => {
    const shownStatuses = new Set<string>();
    Object.assign(window, { shownStatuses });
    const collect = () => {
      for (const one of document.querySelectorAll("main [role=status]")) shownStatuses.add(one.textContent);
    };
    new MutationObserver(collect).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });

  await all(page).check();
  await bar(page).getByRole("button", { name: "Make premium", exact: true }).click();
  await expect(toast(page, "3 places updated")).toBeVisible();
  for (const place of places) await expect(placeRow(page, place.name).getByText("Premium")).toBeVisible();
  await toast(page, "3 places updated").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "3 changes undone")).toBeVisible();
  for (const place of places) {
    await expect(placeRow(page, place.name).getByText("Premium")).toHaveCount(0);
    await isLive(place);
  }
  const shownStatuses = await page.evaluate(() => [
    ...(window as unknown as { shownStatuses: Set<string> }).shownStatuses,
  ]);
  expect(shownStatuses).not.toContain("Not on the site yet");
  await areLive();
});

// R227
test("bulk selection supports Shift and Escape, and Undo skips records changed meanwhile", async ({
  page,
  signIn,
  admin,
  placeFactory,
  monitor,
}) => {
  monitor.allow(/422 \(Unprocessable/);
  const name = unique("Lantern Cave");
  const places = [];
  for (const more of ["a", "b", "c", "d"])
    places.push(await placeFactory.create({ name: `${name} ${more}` }));
  await signIn("admin");
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, name);
  await box(page, places[0]!.name).click();
  await box(page, places[2]!.name).click({ modifiers: ["Shift"] });
  await expect(page.getByRole("status").filter({ hasText: "selected" })).toHaveText("3 selected");
  await expect(box(page, places[3]!.name)).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  await expect(box(page, places[0]!.name)).not.toBeChecked();
  await box(page, places[0]!.name).press("Space");
  await expect(bar(page)).toBeVisible();
  await page.reload();
  await expect(box(page, places[0]!.name)).not.toBeChecked();

  await box(page, places[1]!.name).press("Space");
  await box(page, places[2]!.name).press("Space");
  // The only category of a place cannot be removed, and the whole bulk action is rejected.
  await bar(page).getByRole("button", { name: "Remove category…" }).click();
  await chooseOption(page.getByRole("menuitem", { name: places[1]!.category!.name }));
  await expect(toast(page, "Failed to update businesses")).toContainText(
    `At least one category is required: “${places[1]!.name}”, “${places[2]!.name}” would have none`,
  );
  await bar(page).getByRole("button", { name: "Add category…" }).click();
  await chooseOption(page.getByRole("menuitem", { name: "Transport" }));
  await expect(toast(page, "2 places updated")).toBeVisible();
  expect((await admin.place(places[1]!.id)).categories.map((one) => one.name)).toEqual([
    places[1]!.category!.name,
    "Transport",
  ]);
  await admin.update(places[1]!.id, { phone: "1" });
  await page.keyboard.press("u");
  await expect(toast(page, "1 change undone.")).toContainText(`since then: ${places[1]!.name}`);
  expect((await admin.place(places[2]!.id)).categoryIds).toEqual(places[2]!.categoryIds);
  expect((await admin.place(places[1]!.id)).categories).toHaveLength(2);
});

// R227
test("business owners have no bulk selection", async ({ page, signIn }) => {
  await signIn("business_owner");
  await page.goto(`${CONSOLE}businesses`);
  await expect(page.getByText(/^\d+ places?$/)).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});

// R227
test("a deleted place is restored by Undo", async ({ page, signIn, admin, placeFactory }) => {
  const place = await placeFactory.create();
  await signIn("admin");
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, place.name);
  await page.getByRole("button", { name: `Delete ${place.name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(placeRow(page, place.name)).toHaveCount(0);
  await toast(page, "Business deleted successfully").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Business restored successfully")).toBeVisible();
  await expect(placeRow(page, place.name)).toBeVisible();
  expect((await admin.place(place.id)).name).toBe(place.name);
});

// R227
test("entries are moderated in bulk and restored by Undo @phone", async ({ page, signIn, admin, author }) => {
  const messages = [unique("The boat slid into the dark"), unique("Swifts came out at dusk")];
  const ids = await author.createEntries(...messages);
  const item = (message: string) => page.getByRole("listitem").filter({ hasText: message });
  await signIn("admin");
  await page.goto("/moderation");
  for (const message of messages) await item(message).getByRole("checkbox").check();
  await expect(page.getByRole("status").filter({ hasText: "selected" })).toHaveText("2 selected");
  await bar(page).getByRole("button", { name: "Reject" }).click();
  await expect(toast(page, "2 entries rejected")).toBeVisible();
  for (const message of messages) await expect(item(message)).toHaveCount(0);
  for (const id of ids) expect((await admin.entry(id)).status).toBe("rejected");
  await toast(page, "2 entries rejected").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "2 changes undone")).toBeVisible();
  for (const message of messages) await expect(item(message)).toBeVisible();
  for (const id of ids) expect((await admin.entry(id)).status).toBe("pending");
});
