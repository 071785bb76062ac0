import type { PlaceResponse } from "@karst/client";
import type { Page } from "@playwright/test";
import {
  chooseOption,
  CONSOLE,
  expect,
  expectAccessible,
  field,
  openPlace,
  test,
  toast,
  unique,
} from "./fixtures";

test.use({ hasWebGl: false });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** The row of a record in a release. */
const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });

test.beforeEach(({ signIn }) => signIn("admin"));

// R467
test("drafts of three places are published together and undone @both @publishes", async ({
  page,
  admin,
  placeFactory,
}) => {
  const places: PlaceResponse[] = [];
  for (let number = 0; number < 3; number++) {
    places.push(await placeFactory.create({ isActive: true, phone: "1" }));
  }
  const [first, ...others] = places as [PlaceResponse, ...PlaceResponse[]];
  const name = unique("Hours during Tết");

  // The first draft is added in its form, to a new release.
  await openPlace(page, first);
  await field(page, "Phone").fill("2");
  await button(page, "Save draft").click();
  await expect(toast(page, "Draft saved. Travelers do not see it yet.")).toBeVisible();
  await button(page, "Add to release").click();
  const choice = dialog(page, "Add to which release?");
  await choice.getByRole("combobox", { name: "Release" }).click();
  await chooseOption(page.getByRole("option", { name: "A new release" }));
  await choice.getByRole("textbox", { name: "Name" }).fill(name);
  await expectAccessible(page, "the choice of a release");
  await choice.getByRole("button", { name: "Add to release" }).click();
  await expect(toast(page, `Draft added to “${name}”`)).toBeVisible();
  await expect(button(page, "Publish at…")).toHaveCount(0);
  await page.getByRole("status").getByRole("link", { name }).click();

  // The others are added by the API.
  const { id } = (await admin.releases("open")).find((release) => release.name === name)!;
  for (const { id: place, version } of others) {
    await admin.saveDraft(`businesses/${place}`, { baseVersion: version, fields: { phone: "2" } });
    await admin.addReleaseDraft(id, `businesses/${place}`);
  }
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  for (const place of places) await expect(row(page, place.name)).toBeVisible();
  await expectAccessible(page, "a release");

  await button(page, "Publish now").click();
  const question = dialog(page, "Publish this release?");
  for (const place of places) await expect(question.getByText(place.name)).toBeVisible();
  await question.getByRole("button", { name: "Publish" }).click();
  await expect(toast(page, "Release published")).toBeVisible();
  for (const place of places) expect((await admin.place(place.id)).phone).toBe("2");

  await button(page, "Undo release").click();
  await dialog(page, "Undo this release?").getByRole("button", { name: "Undo release" }).click();
  await expect(toast(page, "Release undone")).toBeVisible();
  for (const place of places) expect((await admin.place(place.id)).phone).toBe("1");
});

// R467
test("a conflict is shown before and named by the publication, and a release is scheduled and canceled @publishes", async ({
  page,
  admin,
  placeFactory,
  monitor,
}) => {
  monitor.allow(/409/);
  const place = await placeFactory.create({ isActive: true, phone: "1" });
  const name = unique("Spring");
  await page.goto(`${CONSOLE}releases`);
  await button(page, "New release").click();
  await dialog(page, "New release").getByRole("textbox", { name: "Name" }).fill(name);
  await button(page, "Create release").click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("No drafts yet")).toBeVisible();
  await admin.saveDraft(`businesses/${place.id}`, { baseVersion: place.version, fields: { phone: "2" } });

  await page.goto(`${CONSOLE}drafts`);
  await row(page, place.name).getByRole("button", { name: "Add to release" }).click();
  const choice = dialog(page, "Add to which release?");
  await choice.getByRole("combobox", { name: "Release" }).click();
  await chooseOption(page.getByRole("option", { name, exact: true }));
  await choice.getByRole("button", { name: "Add to release" }).click();
  await expect(row(page, place.name).getByText(`In the release ${name}.`)).toBeVisible();
  await row(page, place.name).getByRole("link", { name, exact: true }).click();

  await button(page, "Publish at…").click();
  const schedule = dialog(page, "When does the release go live?");
  await schedule.getByLabel("Date and time").fill("2190-02-05T08:00");
  await schedule.getByRole("button", { name: "Schedule" }).click();
  await expect(toast(page, "The release goes live on Fri, Feb 5, 2190, 08:00.")).toBeVisible();
  await page.goto(`${CONSOLE}drafts`);
  await expect(page.getByRole("heading", { name: "Friday, February 5, 2190" })).toBeVisible();
  await row(page, name).getByRole("link", { name, exact: true }).click();
  await button(page, "Cancel schedule").click();
  await expect(toast(page, "Schedule canceled. The release stays open.")).toBeVisible();

  await admin.update(place.id, { hours: "By day" });
  await page.reload();
  await expect(row(page, place.name).getByText("The public version has changed")).toBeVisible();
  await button(page, "Publish now").click();
  await dialog(page, "Publish this release?").getByRole("button", { name: "Publish" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "Nothing was published" });
  await expect(refusal.getByRole("listitem")).toHaveText(`${place.name} It has been changed since then.`);
  expect((await admin.place(place.id)).phone).toBe("1");

  await button(page, "Cancel release").click();
  await dialog(page, "Cancel this release?").getByRole("button", { name: "Cancel release" }).click();
  await expect(toast(page, "Release canceled. Its drafts stay.")).toBeVisible();
  const draft = (await admin.drafts()).find(({ recordId }) => recordId === String(place.id));
  expect(draft).toMatchObject({ releaseId: null });
});
