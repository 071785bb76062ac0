import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  field,
  openPlace,
  openTab,
  chooseOption,
  test,
  toast,
  userIdOf,
} from "./fixtures";

test.use({ hasWebGl: false });

/** Opening hours in the console: the week editor and the preview for travelers. */

const times = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const preview = (page: Page) => page.getByRole("group", { name: "What travelers see" });
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();

/** The select of a day: closed, open 24 hours, or set hours. */
const stateOf = (page: Page, day: string) =>
  page.getByRole("group", { name: day, exact: true }).getByRole("combobox").first();

async function setDay(page: Page, day: string, state: string): Promise<void> {
  await stateOf(page, day).press("Enter");
  await chooseOption(page.getByRole("option", { name: state }));
}

async function copyDay(page: Page, day: string, target: string): Promise<void> {
  await page.getByRole("button", { name: `Copy the hours of ${day}`, exact: true }).click();
  await page.getByRole("menuitem", { name: target }).click();
}

// R209
test("an owner edits weekly opening hours and previews what travelers read @phone", async ({
  page,
  admin,
  placeFactory,
  signIn,
}) => {
  // Three saves and loads of a large form, and an accessibility check of it.
  test.slow();
  await signIn("business_owner");
  const place = await placeFactory.create({ ownerId: await userIdOf("business_owner") });
  await openPlace(page, place);
  await openTab(page, "Media & Details");
  await expect(page.getByText("No opening hours yet.")).toBeVisible();
  await page.getByRole("button", { name: "Add opening hours" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove opening hours" })).toBeFocused();
  await expect(preview(page)).toContainText("Every day08:00–17:00");

  await times(page, "Monday, closes").fill("11:30");
  await page.getByRole("button", { name: "Add times: Monday" }).click();
  await expect(times(page, "Monday (2), opens")).toBeFocused();
  await times(page, "Monday (2), opens").fill("13:00");
  await times(page, "Monday (2), closes").fill("17:30");
  await copyDay(page, "Monday", "To weekdays");
  await times(page, "Saturday, opens").fill("18:00");
  await times(page, "Saturday, closes").fill("02:00");
  await expect(page.getByRole("group", { name: "Saturday" })).toContainText("until 02:00 the next day");
  await setDay(page, "Sunday", "Closed");
  await expect(preview(page)).toContainText("Monday to Friday08:00–11:30, 13:00–17:30");
  await expect(preview(page)).toContainText("Saturday18:00–02:00");
  await expect(preview(page)).toContainText("SundayClosed");
  await expect(preview(page)).toContainText(/(Open now|Closed now|Closes in \d+ min)/);
  await expectAccessible(page, "a week of opening hours");

  await save(page);
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  const hours = async () => (await admin.place(place.id)).operatingHours;
  expect(await hours()).toBe("Mo-Fr 08:00-11:30,13:00-17:30, Sa 18:00-02:00");

  await setDay(page, "Sunday", "Open 24 hours");
  await copyDay(page, "Sunday", "To all days");
  await expect(preview(page)).toContainText("Every dayOpen 24 hours");
  await save(page);
  await expect.poll(hours).toBe("24/7");
  await page.reload();
  await openTab(page, "Media & Details");
  await expect(stateOf(page, "Wednesday")).toHaveText("Open 24 hours");
});

// R209
test("special days and seasons have their own hours", async ({ page, admin, placeFactory, signIn }) => {
  await signIn("admin");
  const place = await placeFactory.create({ operatingHours: "Mo-Su 08:00-16:00" });
  await openPlace(page, place);
  await openTab(page, "Media & Details");
  await page.getByRole("button", { name: "Add a special day" }).click();
  await times(page, "Special day 1, first day").fill("2027-02-05");
  await times(page, "Special day 1, last day").fill("2027-02-11");
  await expect(preview(page)).toContainText("Feb 5, 2027 to Feb 11, 2027: closed");
  await page.getByRole("button", { name: "Add a special day" }).click();
  await times(page, "Special day 2, first day").fill("2026-12-24");
  await page.getByRole("checkbox", { name: "Every year" }).nth(1).check();
  await setDay(page, "Special day 2", "Set hours");
  await times(page, "Special day 2, closes").fill("12:00");
  await page.getByRole("button", { name: "Add a season" }).click();
  await setDay(page, "April to September: Sunday", "Closed");
  await save(page);
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect((await admin.place(place.id)).operatingHours).toBe(
    "Mo-Su 08:00-16:00; Apr-Sep Mo-Sa 08:00-16:00; Apr-Sep Su off; 2027 Feb 05-11 off; Dec 24 08:00-12:00",
  );

  await page.getByRole("button", { name: "Remove special day 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add a special day" })).toBeFocused();
  await page.getByRole("button", { name: "Remove the season April to September" }).click();
  await save(page);
  await expect
    .poll(async () => (await admin.place(place.id)).operatingHours)
    .toBe("Mo-Su 08:00-16:00; Dec 24 08:00-12:00");
});

// R209
test("times are typed by keyboard, also past midnight", async ({ page, admin, placeFactory, signIn }) => {
  await signIn("admin");
  const place = await placeFactory.create({ operatingHours: "Mo-Su 18:00-24:00" });
  await openPlace(page, place);
  await openTab(page, "Media & Details");
  const opens = times(page, "Monday, opens");
  await opens.focus();
  await page.keyboard.type("1200A");
  await expect(opens).toHaveValue("00:00");
  await expect(opens).toBeFocused();
  await expect(times(page, "Monday, closes")).toHaveValue("00:00");
  // Back to the hour segment.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("07");
  await expect(opens).toHaveValue("07:00");
  await save(page);
  await expect
    .poll(async () => (await admin.place(place.id)).operatingHours)
    .toBe("Mo 07:00-24:00; Tu-Su 18:00-24:00");
});

// R209
test("missing times are reported at their fields, kept, and restored in another tab @phone", async ({
  context,
  admin,
  placeFactory,
  signIn,
}) => {
  await signIn("admin");
  const place = await placeFactory.create({ operatingHours: "Mo-Su 08:00-16:00" });
  const first = await context.newPage();
  await openPlace(first, place);
  await openTab(first, "Media & Details");
  await times(first, "Tuesday, closes").fill("");
  await first.getByRole("button", { name: "Add a special day" }).click();
  await openTab(first, "Business Information");
  await save(first);
  // The tab with the error opens, and the missing field has the focus.
  await expect(times(first, "Tuesday, closes")).toBeFocused();
  await expect(times(first, "Tuesday, closes")).toHaveAccessibleDescription("Enter a closing time");
  await expect(times(first, "Special day 1, first day")).toHaveAccessibleDescription("Choose a day");
  await expect(first.getByText("Some times or dates in the opening hours are missing")).toBeVisible();
  await expect(times(first, "Tuesday, opens")).toHaveValue("08:00");
  expect((await admin.place(place.id)).operatingHours).toBe("Mo-Su 08:00-16:00");
  await expect.poll(() => first.evaluate(() => Object.keys(localStorage).join())).toContain("karst.draft.");
  await first.close();

  const page = await context.newPage();
  await openPlace(page, place);
  await page.getByRole("button", { name: "Restore" }).click();
  await openTab(page, "Media & Details");
  await expect(times(page, "Tuesday, opens")).toHaveValue("08:00");
  await times(page, "Tuesday, closes").fill("12:00");
  await page.getByRole("button", { name: "Remove special day 1" }).click();
  await save(page);
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect((await admin.place(place.id)).operatingHours).toBe("Mo,We-Su 08:00-16:00; Tu 08:00-12:00");
});

// R209
test("hours too complex for the week editor are edited as text with the server's messages", async ({
  page,
  admin,
  placeFactory,
  signIn,
  monitor,
}) => {
  monitor.allow(/400/);
  await signIn("admin");
  const place = await placeFactory.create({ operatingHours: "Mo[1] 08:00-12:00" });
  await openPlace(page, place);
  await openTab(page, "Media & Details");
  const text = field(page, "Opening hours as text");
  await expect(text).toHaveValue("Mo[1] 08:00-12:00");
  await expect(text).toHaveAccessibleDescription(/^These hours are too complex/);
  await expect(page.getByRole("button", { name: "Edit as a week" })).toHaveCount(0);
  await text.fill("Mo-Su 08:00-17:00-");
  await expect(page.getByText(/^Opening hours are not valid starting at character 18/)).toBeVisible();
  // Parts that cannot be computed are kept and shown as text.
  await text.fill("Mo-Su 08:00-17:00; PH off");
  await expect(preview(page)).toContainText("Every day08:00–17:00");
  await expect(preview(page)).toContainText("Public holidays: closed");
  await text.fill("Mo-Fr 09:00-17:00");
  await expect(preview(page)).toContainText("Monday to Friday09:00–17:00");
  await page.getByRole("button", { name: "Edit as a week" }).click();
  await expect(times(page, "Friday, opens")).toHaveValue("09:00");
  await page.getByRole("button", { name: "Edit as text", exact: true }).click();
  await expect(text).toHaveValue("Mo-Fr 09:00-17:00");
  await save(page);
  await expect.poll(async () => (await admin.place(place.id)).operatingHours).toBe("Mo-Fr 09:00-17:00");
});
