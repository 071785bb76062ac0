import type { PlaceResponse } from "@karst/client";
import type { Page } from "@playwright/test";
import { SAMPLE_ARTICLE } from "../sampleArticle";
import { chooseOption, CONSOLE, expect, field, test, toast, unique } from "./fixtures";

test.use({ hasWebGl: false });

const LAST_WEEK = "Boats leave from the wharf, also in spring.";
const TODAY = "Boats leave from the bridge.";
const FORENOON = "Boats leave from the ford.";
const EVENING = "Boats leave from the ford until five.";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });

/** A minute that begins in 20 to 80 seconds, as the date field of a guide in this time zone takes it. */
function soonIn(timeZone: string): string {
  const at = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000);
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return parts.format(at).replace(" ", "T");
}

// R459, R462, R467, R469
test("a day with an article: drafts, a shared preview, an older text, and a release with places @publishes", async ({
  page,
  browser,
  baseURL,
  signIn,
  admin,
  placeFactory,
}) => {
  test.setTimeout(240_000);
  const article = await admin.createArticle({
    ...SAMPLE_ARTICLE,
    title: unique("Boats in spring"),
    summary: LAST_WEEK,
  });
  await admin.updateArticle(article.id, { summary: TODAY });
  const places: PlaceResponse[] = [];
  for (let number = 0; number < 3; number++)
    places.push(await placeFactory.create({ isActive: true, phone: "1" }));
  const [left, ...others] = places as [PlaceResponse, ...PlaceResponse[]];

  // In the forenoon and in the evening, the draft is saved. Travelers see the public text.
  await signIn("admin");
  await page.goto(`${CONSOLE}articles/${article.id}`);
  for (const text of [FORENOON, EVENING]) {
    await field(page, "Summary").fill(text);
    await button(page, "Save draft").click();
    await expect(toast(page, "Draft saved. Travelers do not see it yet.").first()).toBeVisible();
    await page.reload();
    await expect(field(page, "Summary")).toHaveValue(text);
  }
  expect((await admin.article(article.id)).summary).toBe(TODAY);

  // Somebody without an account sees the draft on a phone.
  await button(page, "Share preview").click();
  const sharing = dialog(page, "Share preview");
  await sharing.getByRole("button", { name: "Create link" }).click();
  const link = await sharing.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText(EVENING)).toBeVisible();
  await expect(visitor.getByText("Preview — not published")).toBeVisible();
  await context.close();
  await sharing.getByRole("button", { name: "Close" }).click();

  // The summary of last week is public again; the draft keeps its own.
  await button(page, "History").click();
  const history = dialog(page, `History of ${article.title}`);
  await history.getByRole("list", { name: "Versions" }).getByRole("button").last().click();
  await expect(history.getByText("1 field differs")).toBeVisible();
  await history.getByRole("button", { name: "Restore 1 field" }).click();
  await dialog(page, "Restore this version?").getByRole("button", { name: "Restore" }).click();
  await expect(toast(page, "1 field restored")).toBeVisible();
  expect((await admin.article(article.id)).summary).toBe(LAST_WEEK);
  await expect(field(page, "Summary")).toHaveValue(EVENING);
  await button(page, "Merge both versions").click();
  await dialog(page, "The public version has changed")
    .getByRole("button", { name: "Save mine anyway" })
    .click();

  // The draft goes live together with those of three places. One is taken out again.
  const name = unique("Spring");
  await button(page, "Add to release").click();
  const choice = dialog(page, "Add to which release?");
  await choice.getByRole("combobox", { name: "Release" }).click();
  await chooseOption(page.getByRole("option", { name: "A new release" }));
  await choice.getByRole("textbox", { name: "Name" }).fill(name);
  await choice.getByRole("button", { name: "Add to release" }).click();
  await expect(toast(page, `Draft added to “${name}”`)).toBeVisible();
  const { id } = (await admin.releases("open")).find((release) => release.name === name)!;
  for (const place of places) {
    const record = `businesses/${place.id}`;
    await admin.saveDraft(record, { baseVersion: place.version, fields: { phone: "2" } });
    await admin.addReleaseDraft(id, record);
  }
  await page.goto(`${CONSOLE}releases/${id}`);
  await button(page, `Take out of the release: ${left.name}`).click();
  await expect(row(page, left.name)).toHaveCount(0);
  await button(page, "Publish at…").click();
  const schedule = dialog(page, "When does the release go live?");
  await schedule.getByLabel("Date and time").fill(soonIn((await admin.settings()).timeZone));
  await schedule.getByRole("button", { name: "Schedule" }).click();
  await expect(toast(page, "The release goes live on ")).toBeVisible();
  await page.goto(`${CONSOLE}drafts`);
  await expect(row(page, name).getByText("Release", { exact: true })).toBeVisible();

  await expect
    .poll(async () => (await admin.article(article.id)).summary, { timeout: 100_000, intervals: [1000] })
    .toBe(EVENING);
  for (const place of others) expect((await admin.place(place.id)).phone).toBe("2");
  expect((await admin.place(left.id)).phone).toBe("1");
  await admin.removeArticle(article.id);
});
