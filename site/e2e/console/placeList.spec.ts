import { Api } from "../api";
import {
  chooseOption,
  CONSOLE,
  expect,
  expectAccessible,
  placeRow,
  searchPlaces,
  test,
  toast,
  userIdOf,
  unique,
} from "./userFixtures";

test.beforeEach(({ signIn }) => signIn("admin"));

// R126
test("a name is found by any part of it in any case", async ({ page, placeFactory }) => {
  const name = unique("Moonwater Grotto");
  await placeFactory.create({ name });
  const other = await placeFactory.create();
  await page.goto(`${CONSOLE}businesses`);
  const id = name.split(" ").at(-1)!;
  for (const part of [name, name.toUpperCase(), `ONWATER grotto ${id.slice(0, -1)}`, `ter GROTTO ${id}`]) {
    await searchPlaces(page, part);
    await expect(placeRow(page, name), part).toBeVisible();
    await expect(page.getByText("1 place", { exact: true })).toBeVisible();
    await expect(placeRow(page, other.name)).toHaveCount(0);
  }
});

// R126
test("the list shows a place with its category and state and opens its form @phone", async ({
  page,
  placeFactory,
}) => {
  const place = await placeFactory.create({ isPremium: true, isVerified: true });
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, place.name);
  const found = placeRow(page, place.name);
  await expect(found).toContainText(place.category!.name);
  await expect(found).toContainText("Premium");
  await expect(found).toContainText("Location verified");
  await found.getByRole("link", { name: `Edit ${place.name}` }).click();
  await expect(page).toHaveURL(`${CONSOLE}businesses/${place.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(place.name);
});

// R129
test("the list shows Active and Inactive as text", async ({ page, placeFactory }) => {
  const place = await placeFactory.create();
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, place.name);
  await expect(placeRow(page, place.name).getByText("Inactive", { exact: true })).toBeVisible();
  await searchPlaces(page, "Phong Nha Cave");
  await expect(placeRow(page, "Phong Nha Cave").getByText("Active", { exact: true })).toBeVisible();
});

// R126
test("View shows a preview without leaving the list", async ({ page, placeFactory }) => {
  const place = await placeFactory.create({
    description: "Echoes answer twice.",
    hours: "Daily 8:00–16:00",
    tags: ["echo", "dark"],
  });
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, place.name);
  await page.getByRole("button", { name: `Preview ${place.name}` }).click();
  const preview = page.getByRole("dialog", { name: place.name });
  for (const text of [
    "Echoes answer twice.",
    "Daily 8:00–16:00",
    "echo, dark",
    "Inactive",
    "Not on the site",
  ]) {
    await expect(preview).toContainText(text);
  }
  await expect(preview.getByRole("link", { name: "View on site" })).toHaveCount(0);
  // As on the site: the illustration of its category in place of an image, and the map.
  await expect(preview.getByRole("img", { name: `Illustration for ${place.name}` })).toBeVisible();
  const map = preview.getByRole("region", { name: `Map of ${place.name}` });
  await map.scrollIntoViewIfNeeded();
  await expect(map.locator("canvas")).toBeVisible();
  await expect(map.locator(".maplibregl-marker svg")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Preview ${place.name}` })).toBeFocused();
  await page.getByRole("button", { name: `Preview ${place.name}` }).click();
  await preview.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(`${CONSOLE}businesses/${place.id}`);
});

// R126
test("deleting asks with the name; Cancel keeps the place, Delete deletes it @phone", async ({
  page,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, place.name);
  const ask = page.getByRole("button", { name: `Delete ${place.name}` });
  const dialog = page.getByRole("dialog", { name: "Delete this business?" });

  await ask.click();
  await expect(dialog).toContainText(`“${place.name}”`);
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await admin.place(place.id)).name).toBe(place.name);

  await ask.click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Business deleted successfully")).toBeVisible();
  await expect(placeRow(page, place.name)).toHaveCount(0);
  await expect(admin.place(place.id)).rejects.toThrow("404");
});

// R227
test("a deleted place is listed in the trash and can be restored", async ({ page, admin, placeFactory }) => {
  const place = await placeFactory.create();
  await admin.remove(place.id);
  await page.goto(`${CONSOLE}businesses`);
  await page.getByRole("tab", { name: "Trash" }).click();
  await expect(page).toHaveURL(/\/businesses\/trash/);
  const trashItem = page
    .getByRole("list", { name: "Trash" })
    .getByRole("listitem")
    .filter({ hasText: place.name });
  await expect(trashItem).toContainText("Inactive: stays off the site");
  await expect(trashItem).toContainText(/Kept until [A-Z][a-z]{2} \d{1,2}/);
  await expectAccessible(page, "the trash");
  await trashItem.getByRole("button", { name: `Restore ${place.name}` }).click();
  await expect(toast(page, "Business restored successfully")).toBeVisible();
  await expect(trashItem).toBeHidden();
  expect((await admin.place(place.id)).name).toBe(place.name);
});

// R128
test("a search without results says so and can be cleared", async ({ page }) => {
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, unique("nothing is called this"));
  await expect(page.getByRole("heading", { name: "No businesses found" })).toBeVisible();
  await expect(page.getByText("Try adjusting your search term")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

// R128
test("the list says that it loads, or that there is no place", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/businesses?**", async (route) => {
    await held;
    await route.fulfill({ json: [], headers: { "x-total-count": "0" } });
  });
  await page.goto(`${CONSOLE}businesses`);
  await expect(page.getByText("Loading businesses...")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "No businesses yet" })).toBeVisible();
  await expect(page.getByText("Loading businesses...")).toHaveCount(0);
  await expect(page.getByText("0 places")).toBeVisible();
});

// R136
test("a failed request for the list shows the server's message and can be retried", async ({
  page,
  monitor,
}) => {
  monitor.allow(/503/);
  const problem = {
    title: "Unavailable",
    status: 503,
    detail: "The guide rests a moment.",
    requestId: "r-136",
  };
  await page.route("**/api/businesses?**", (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", json: problem }),
  );
  await page.goto(`${CONSOLE}businesses`);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Failed to fetch businesses");
  await expect(alert).toContainText("The guide rests a moment.");
  await expect(alert).toContainText("r-136");
  await page.unroute("**/api/businesses?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
});

// R136
test("a failed deletion shows the server's message", async ({ page, admin, placeFactory, monitor }) => {
  monitor.allow(/404/);
  const place = await placeFactory.create();
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, place.name);
  await page.getByRole("button", { name: `Delete ${place.name}` }).click();
  await admin.remove(place.id);
  const refused = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  const { detail } = (await (await refused).json()) as { detail: string };
  await expect(toast(page, "Failed to delete business")).toContainText(detail);
});

// R202
test("the list shows since when a place is live", async ({ page, admin }) => {
  const { liveSince } = await admin.place("phong-nha-cave");
  expect(liveSince).not.toBeNull();
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, "Phong Nha Cave");
  await expect(placeRow(page, "Phong Nha Cave").getByRole("status")).toHaveText(
    /^(Live since )?(\w+ \d+, )?\d\d:\d\d(:\d\d)?$/,
  );
  await page.getByRole("button", { name: "Preview Phong Nha Cave" }).click();
  await expect(page.getByRole("dialog")).toContainText(/Live since (\w+ \d+, )?\d\d:\d\d/);
  await expect(page.getByRole("dialog").getByRole("link", { name: "View on site" })).toHaveAttribute(
    "href",
    "/places/phong-nha-cave",
  );
});

test("category and sort order are kept in the address @desktop", async ({ page }) => {
  await page.goto(`${CONSOLE}businesses`);
  await page.getByRole("combobox", { name: "Category" }).click();
  const option = page.getByRole("option").nth(1);
  const category = (await option.textContent())!;
  await option.click();
  await page.getByRole("button", { name: "Updated" }).click();
  await expect(page.getByRole("columnheader", { name: "Updated" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveText(category);
  await expect(page.getByRole("columnheader", { name: "Updated" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
});

// R410
test("a place that lost its badge waits until it is verified again or dismissed @phone", async ({
  page,
  admin,
  placeFactory,
}) => {
  const [name, ownerId] = [unique("Wandering Grotto"), await userIdOf("business_owner")];
  const moved = await placeFactory.create({ name: `${name} moved`, isVerified: true, ownerId });
  const renamed = await placeFactory.create({ name: `${name} old`, isVerified: true, ownerId });
  const never = await placeFactory.create({ name: `${name} never`, ownerId });
  const owner = await Api.as("business_owner");
  await owner.update(moved.id, { latitude: 17.7 });
  await owner.update(renamed.id, { name: `${name} new` });

  await page.goto(CONSOLE);
  await page.getByRole("link", { name: /to verify again$/ }).click();
  await expect(page.getByRole("button", { name: "Needs verification" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await searchPlaces(page, name);
  await expect(placeRow(page, moved.name)).toContainText(
    "the owner changed the name, location or categories",
  );
  await expect(placeRow(page, never.name)).toHaveCount(0);
  // A tooltip would cover the list.
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expectAccessible(page, "places to verify again");

  const select = (place: string) =>
    page.getByRole("checkbox", { name: `Select ${place}`, exact: true }).check();
  await select(moved.name);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(placeRow(page, moved.name)).toHaveCount(0);
  await select(`${name} new`);
  await page.getByRole("button", { name: "Keep unverified" }).click();
  await expect(page.getByText("No businesses found")).toBeVisible();
  const standing = async ({ id }: { id: number }) => {
    const { isVerified, recheckReason, checkedBy } = await admin.place(id);
    return { isVerified, recheckReason, checkedBy };
  };
  const by = await userIdOf("admin");
  expect(await standing(moved)).toEqual({ isVerified: true, recheckReason: null, checkedBy: by });
  expect(await standing(renamed)).toEqual({ isVerified: false, recheckReason: null, checkedBy: null });
});

// R427
test("a place of an owner is found in the overview and approved in one click @both @publishes", async ({
  page,
  admin,
  placeFactory,
}) => {
  const name = unique("Waiting Grotto");
  const place = await placeFactory.create({ name, ownerId: await userIdOf("business_owner") });
  await page.goto(CONSOLE);
  await page.getByRole("link", { name: /to approve$/ }).click();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveText("Waiting for approval");
  await searchPlaces(page, name);
  await expectAccessible(page, "places to approve");
  await page.getByRole("button", { name: `Approve ${name}` }).click();
  const approved = toast(page, `“${name}” approved`);
  await expect(approved).toBeVisible();
  await expect(placeRow(page, name)).toHaveCount(0);
  expect((await admin.place(place.id)).isActive).toBe(true);
  await approved.getByRole("button", { name: "Undo" }).click();
  await expect(placeRow(page, name)).toBeVisible();
  expect((await admin.place(place.id)).isActive).toBe(false);
});

test("places are filtered by owner and by missing facts", async ({ page, placeFactory, userFactory }) => {
  const owner = await userFactory.create({ role: "business_owner" });
  const name = unique("Owned Grotto");
  const bare = await placeFactory.create({ name: `${name} bare`, ownerId: owner.id });
  const full = await placeFactory.create({ name: `${name} full`, ownerId: owner.id, hours: "Daily" });
  await page.goto(`${CONSOLE}businesses`);
  await page.getByRole("combobox", { name: "Owner" }).fill(owner.email);
  await chooseOption(page.getByRole("option", { name: owner.email }));
  await expect(page.getByText("2 places", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Missing" }).click();
  await chooseOption(page.getByRole("option", { name: "Opening hours" }));
  await expect(page.getByText("1 place", { exact: true })).toBeVisible();
  await expect(placeRow(page, bare.name)).toBeVisible();
  await expect(placeRow(page, full.name)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Owner" })).toHaveValue(new RegExp(owner.email));
  await expect(page.getByText("1 place", { exact: true })).toBeVisible();
});
