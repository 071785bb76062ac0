import type { Stats } from "@karst/client";
import { Api } from "../api";
import {
  CONSOLE,
  expect,
  field,
  switchInput,
  openPlace,
  openTab,
  placeRow,
  searchPlaces,
  test,
  toast,
  userIdOf,
  unique,
  chooseOption,
} from "./fixtures";

test.beforeEach(({ signIn }) => signIn("business_owner"));

// R163
test("a business owner sees and edits only their own places", async ({ page, placeFactory }) => {
  const ownerId = await userIdOf("business_owner");
  const place = await placeFactory.create({ ownerId });
  const foreign = await placeFactory.create({ name: `${place.name} of another` });
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, place.name);
  await expect(placeRow(page, place.name)).toBeVisible();
  await expect(page.getByText("1 place", { exact: true })).toBeVisible();
  await expect(placeRow(page, foreign.name)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(0);
  await page.getByRole("link", { name: `Edit ${place.name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(place.name);
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
});

// R163
test("a place of another owner shows Access Denied", async ({ page, admin }) => {
  const { id } = await admin.place("phong-nha-cave");
  await page.goto(`${CONSOLE}businesses/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
  await expect(field(page, "Business name")).toHaveCount(0);
});

// R129
test("fields that only admins may set are read-only for owners, and the others are saved", async ({
  page,
  admin,
  placeFactory,
}) => {
  const ownerId = await userIdOf("business_owner");
  const place = await placeFactory.create({ ownerId, rating: 4.5, reviewCount: 3 });
  await openPlace(page, place);
  await field(page, "Phone").fill("+84 232 222 2222");
  await openTab(page, "Booking & Settings");
  for (const label of ["Active", "Location verified", "Premium", "Recommended"]) {
    await expect(switchInput(page, label)).toBeDisabled();
    await expect(switchInput(page, label)).toHaveAccessibleDescription("Set by an admin");
  }
  await expect(field(page, "Owner")).not.toBeEditable();
  await expect(field(page, "Owner")).toHaveValue(/@/);
  await expect(switchInput(page, "Inquiry form")).toBeEnabled();
  await openTab(page, "Rating & Reviews");
  for (const label of ["Rating", "Number of reviews"]) {
    await expect(field(page, label)).not.toBeEditable();
    await expect(field(page, label)).toHaveAccessibleDescription("Set by an admin");
  }
  await expect(page.getByText("An admin reviews new places before they appear on the site.")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Record details" })).toContainText("You");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect(await admin.place(place.id)).toMatchObject({
    phone: "+84 232 222 2222",
    rating: 4.5,
    isActive: false,
    ownerId,
  });
});

// R427
test("a place that an owner adds belongs to the owner and is inactive", async ({
  page,
  admin,
  placeFactory,
}) => {
  const name = unique("Owned Grotto");
  await page.goto(`${CONSOLE}businesses/create`);
  await expect(page.getByText("An admin reviews new places before they appear on the site.")).toBeVisible();
  await field(page, "Business name").fill(name);
  await field(page, "Latitude").fill("17.6");
  await field(page, "Longitude").fill("106.3");
  const cave = (await admin.categories()).find(({ slug }) => slug === "cave")!;
  await page.getByRole("combobox", { name: /^Categories/ }).fill(cave.name);
  await chooseOption(page.getByRole("option", { name: cave.name, exact: true }));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/businesses\/\d+$/);
  const id = Number(page.url().split("/").at(-1));
  placeFactory.track(id);
  await expect(toast(page, "Business created successfully")).toBeVisible();
  expect(await admin.place(id)).toMatchObject({
    name,
    isActive: false,
    ownerId: await userIdOf("business_owner"),
  });
});

// R124
test("an owner's Quick Stats count the owner's places", async ({ page, admin, placeFactory }) => {
  const ownerId = await userIdOf("business_owner");
  await placeFactory.create({ ownerId });
  const owner = await Api.as("business_owner");
  // Other tests add and remove places of the same account.
  await expect(async () => {
    const response = page.waitForResponse("**/api/admin/stats");
    await page.goto(CONSOLE);
    const stats = (await (await response).json()) as Stats;
    expect(stats).toEqual(await owner.stats());
    const ownPlaces = (await owner.places("showAll=true")).filter((place) => place.ownerId === ownerId);
    expect(stats.businesses).toBe(ownPlaces.length);
    expect(stats.businesses).toBeLessThan((await admin.stats()).businesses);
    const quickStats = page.getByRole("region", { name: "Quick Stats" });
    await expect(quickStats.getByRole("definition").first()).toHaveText(String(ownPlaces.length));
  }).toPass();
  await expect(page.getByText("Here are your places at a glance.")).toBeVisible();
});
