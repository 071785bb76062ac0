import type { Page } from "@playwright/test";
import {
  CONSOLE,
  expect,
  field,
  chooseOption,
  placeRow,
  searchPlaces,
  test,
  toast,
  userIdOf,
  unique,
} from "./fixtures";

const DENIED = "You need admin or business owner privileges to access this page.";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const tabs = (page: Page) => page.getByRole("tablist", { name: "Admin Console" }).getByRole("tab");

// R125
test("visitors and viewers read which role the legacy page requires", async ({ page, signIn }) => {
  await page.goto("/admin");
  await expect(heading(page)).toHaveText("Sign in");
  await expect(page.getByText("Access Denied", { exact: true })).toBeVisible();
  await expect(page.getByText(DENIED)).toBeVisible();
  await signIn("viewer");
  await page.goto("/admin");
  await expect(heading(page)).toHaveText("Access Denied");
  await expect(page.getByText(DENIED)).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
});

// R125
test("the legacy page has the tabs Add Business and Manage Businesses and opens on the second @phone", async ({
  page,
  signIn,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  await signIn("admin");
  await page.goto("/admin");
  await expect(heading(page)).toHaveText("Admin Console");
  await expect(tabs(page)).toHaveText(["Add Business", "Manage Businesses"]);
  await expect(page.getByRole("tab", { name: "Manage Businesses" })).toHaveAttribute("aria-selected", "true");
  await searchPlaces(page, place.name);
  await expect(placeRow(page, place.name)).toBeVisible();
  await page.getByRole("button", { name: `Preview ${place.name}` }).click();
  await expect(page.getByRole("dialog", { name: place.name })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Delete ${place.name}` }).click();
  await page
    .getByRole("dialog", { name: "Delete this business?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(toast(page, "Business deleted successfully")).toBeVisible();
  await expect(placeRow(page, place.name)).toHaveCount(0);
});

// R125
test("an owner adds a business on the legacy page, and leaving typed text asks first", async ({
  page,
  signIn,
  admin,
  placeFactory,
}) => {
  const name = unique("Older Grotto");
  await signIn("business_owner");
  await page.goto("/admin");
  await tabs(page).filter({ hasText: "Add Business" }).click();
  await expect(page.getByRole("tab", { name: "Add Business" })).toHaveAttribute("aria-selected", "true");
  await field(page, "Business name").fill(name);
  await tabs(page).filter({ hasText: "Manage Businesses" }).click();
  const leave = page.getByRole("dialog", { name: "Leave without saving?" });
  await leave.getByRole("button", { name: "Keep editing" }).click();
  await expect(field(page, "Business name")).toHaveValue(name);
  await field(page, "Latitude").fill("17.6");
  await field(page, "Longitude").fill("106.3");
  const cave = (await admin.categories()).find(({ slug }) => slug === "cave")!;
  await page.getByRole("combobox", { name: /^Categories/ }).fill(cave.name);
  await chooseOption(page.getByRole("option", { name: cave.name, exact: true }));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(new RegExp(`${CONSOLE}businesses/\\d+$`));
  const id = Number(page.url().split("/").at(-1));
  placeFactory.track(id);
  expect(await admin.place(id)).toMatchObject({
    name,
    isActive: false,
    ownerId: await userIdOf("business_owner"),
  });
});
