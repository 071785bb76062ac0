import type { Page } from "@playwright/test";
import { Api } from "../api";
import { SAMPLE_ARTICLE } from "../sampleArticle";
import { CONSOLE, expect, expectAccessible, openPlace, openTab, test, toast, unique } from "./userFixtures";

// The clock of the region counts, wherever the browser is.
test.use({ timezoneId: "America/New_York", hasWebGl: false });
test.beforeEach(({ signIn }) => signIn("admin"));

const calendar = (page: Page) => page.getByRole("region", { name: "Schedule", exact: true });
const row = (page: Page, name: string) =>
  calendar(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name, exact: true }) });
const button = (page: Page, action: string, name: string) =>
  page.getByRole("button", { name: `${action}: ${name}`, exact: true });

// R472, R474
test("a place is unpublished at a time on the clock of the region @publishes", async ({
  page,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create({ isActive: true });
  await openPlace(page, place);
  await openTab(page, "Booking & Settings");
  await page.getByLabel("Unpublish at", { exact: true }).fill("2190-02-05T08:00");
  await expect(page.getByText("Feb 5, 2190, 08:00 in Asia/Ho Chi Minh (GMT+7)")).toBeVisible();
  await expect(page.getByText("Feb 4, 2190, 20:00 in your time zone")).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect((await admin.place(place.id)).unpublishAt).toBe("2190-02-05T01:00:00.000Z");
  expect((await Api.anonymous().place(place.id)).unpublishAt).toBeNull();

  await page.goto(`${CONSOLE}drafts`);
  await expect(row(page, place.name)).toContainText("08:00");
  await expect(row(page, place.name)).toContainText("Business stops being public");
  await button(page, "Keep public", place.name).click();
  await expect(toast(page, "Unpublishing canceled. The record stays public.")).toBeVisible();
  await expect(row(page, place.name)).toHaveCount(0);
  expect((await admin.place(place.id)).unpublishAt).toBeNull();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, place.name)).toBeVisible();
  expect((await admin.place(place.id)).unpublishAt).toBe("2190-02-05T01:00:00.000Z");
});

// R473
test("a scheduled article is moved and canceled in the calendar", async ({ page, admin }) => {
  const title = unique("Boats of next century");
  const publicationDate = "2190-03-01T02:00:00.000Z";
  const article = await admin.createArticle({ ...SAMPLE_ARTICLE, title, publicationDate });
  await page.goto(`${CONSOLE}drafts`);
  await expect(row(page, title)).toContainText("09:00");
  await button(page, "Change time", title).click();
  const dialog = page.getByRole("dialog", { name: `When does “${title}” go live?` });
  await expect(dialog.getByLabel("Date and time")).toHaveValue("2190-03-01T09:00");
  await dialog.getByLabel("Date and time").fill("2190-03-02T07:30");
  await expectAccessible(page, "the time of an article");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(toast(page, "Moved to Tue, Mar 2, 2190, 07:30")).toBeVisible();
  await expect(calendar(page).getByRole("heading", { name: "Tuesday, March 2, 2190" })).toBeVisible();
  expect((await admin.article(article.id)).publicationDate).toBe("2190-03-02T00:30:00.000Z");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Earlier time restored")).toBeVisible();
  expect((await admin.article(article.id)).publicationDate).toBe(publicationDate);

  await button(page, "Cancel publication", title).click();
  await expect(toast(page, "Publication canceled. The article stays inactive.")).toBeVisible();
  await expect(row(page, title)).toHaveCount(0);
  expect((await admin.article(article.id)).isActive).toBe(false);
  await admin.removeArticle(article.id);
});

// R473
test("the scheduled draft of an account that is not active is marked @publishes", async ({
  page,
  admin,
  placeFactory,
  userFactory,
}) => {
  const place = await placeFactory.create({ isActive: true });
  const staff = await userFactory.createStaff();
  const author = await Api.signedIn(staff);
  await author.saveDraft(`businesses/${place.id}`, {
    baseVersion: place.version,
    fields: { phone: "1" },
    publishAt: "2190-02-05T01:00:00Z",
  });
  const { uid, firstName, lastName } = await author.profile();
  await page.goto(`${CONSOLE}drafts`);
  await expect(row(page, place.name)).toContainText(`scheduled by ${firstName} ${lastName}`);
  await admin.updateUser(uid, { isActive: false });
  await page.reload();
  await expect(row(page, place.name)).toContainText(
    `${firstName} ${lastName}'s account is not active: it will not be published.`,
  );
});
