import { readdirSync, readFileSync } from "node:fs";
import type { ArticleRequest, ArticleResponse } from "@karst/client";
import type { Page } from "@playwright/test";
import { JSDOM } from "jsdom";
import { partsOf } from "../../../admin/src/rich/parts";
import type { Api } from "../api";
import { expectDialogFocused } from "../fixtures";
import {
  CONSOLE,
  expect,
  expectAccessible,
  field,
  switchInput,
  test as base,
  toast,
  unique,
} from "./fixtures";

const ARTICLES = `${CONSOLE}articles`;

/**
 * Creates articles for one test and removes them afterwards. They are inactive, so that public counts do not change;
 * tests that publish one have the tag `@publishes`.
 */
const test = base.extend<{
  createArticle: (form?: Partial<ArticleRequest>) => Promise<ArticleResponse>;
  removeAfterTest: (id: number) => void;
}>({
  createArticle: async ({ admin }, provide) => {
    const ids: number[] = [];
    await provide(async (form = {}) => {
      const article = await admin.createArticle({ ...articleRequest(), isActive: false, ...form });
      ids.push(article.id);
      return article;
    });
    for (const id of ids) await removeIfExists(admin, id);
  },
  removeAfterTest: async ({ admin }, provide) => {
    const ids: number[] = [];
    await provide((id) => void ids.push(id));
    for (const id of ids) await removeIfExists(admin, id);
  },
});

const removeIfExists = (admin: Api, id: number) =>
  admin.removeArticle(id).catch((error: Error) => {
    // The test may have deleted it.
    if (!error.message.includes("404")) throw error;
  });

const articleRequest = (): ArticleRequest => ({
  title: unique("Quiet river"),
  author: "Nguyễn Văn Đức",
  summary: "Where the water comes out.",
  contentHtml: "<h2>By boat</h2><p>Boats leave <strong>early</strong>.</p>",
  publicationDate: "2026-01-05T02:00:00Z",
  latitude: 17.58,
  longitude: 106.28,
});

/** The row of an article in the table, or in the list on phones. */
const row = (page: Page, title: string) => {
  const link = page.getByRole("link", { name: title, exact: true });
  return page
    .getByRole("row")
    .filter({ has: link })
    .or(page.getByRole("listitem").filter({ has: link }));
};

async function search(page: Page, words: string): Promise<void> {
  const found = page.waitForResponse((response) => /\/api\/articles\?.*q=/.test(response.url()));
  await page.getByRole("searchbox", { name: "Search by title or author" }).fill(words);
  await found;
}

const editor = (page: Page) => page.getByRole("textbox", { name: "Content *" });

test.beforeEach(({ signIn }) => signIn("admin"));

// R137, R140, R171
test("articles are found by title or author, previewed, and deleted after a confirmation @publishes", async ({
  page,
  createArticle,
  admin,
}) => {
  const author = unique("Đào");
  const live = await createArticle({ author, isActive: true, publicationDate: "2020-01-05T02:00:00Z" });
  const hidden = await createArticle({ author });
  const scheduled = await createArticle({ author, isActive: true, publicationDate: "2190-01-05T02:00:00Z" });
  await page.goto(ARTICLES);
  await search(page, author.toUpperCase().replace("Đ", "D").replace("À", "A"));
  await expect(page.getByText("3 articles", { exact: true })).toBeVisible();
  await expect(row(page, hidden.title).getByText("Inactive")).toBeVisible();
  await expect(row(page, scheduled.title).getByText("Scheduled")).toBeVisible();
  const view = row(page, live.title).getByRole("link", { name: `View ${live.title}` });
  await expect(view).toHaveAttribute("target", "_blank");
  await expect(view).toHaveAttribute("href", `/inspiration/${live.id}-${live.slug}`);
  await row(page, hidden.title)
    .getByRole("button", { name: `Preview ${hidden.title}` })
    .click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: "By boat" })).toBeVisible();
  await expect(preview.getByText("Not on the site: inactive")).toBeVisible();
  await expect(preview.getByRole("img", { name: `Illustration for ${hidden.title}` })).toBeVisible();
  const map = preview.getByRole("region", { name: `Map of ${hidden.title}` });
  await map.scrollIntoViewIfNeeded();
  await expect(map.locator("canvas")).toBeVisible();
  await page.keyboard.press("Escape");

  await row(page, hidden.title)
    .getByRole("button", { name: `Delete ${hidden.title}` })
    .click();
  const confirmDialog = page.getByRole("dialog", { name: "Delete this article?" });
  await expect(confirmDialog).toContainText(`“${hidden.title}”`);
  await expect(confirmDialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await confirmDialog.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Article deleted successfully")).toBeVisible();
  await expect(row(page, hidden.title)).toHaveCount(0);
  await expect(admin.article(hidden.id)).rejects.toThrow("404");
  await search(page, unique("nothing is called this"));
  await expect(page.getByRole("heading", { name: "No articles found" })).toBeVisible();
});

// R227
test("a deleted article is restored unchanged by Undo and from the trash @phone", async ({
  page,
  createArticle,
  admin,
}) => {
  const article = await createArticle();
  const remove = async () => {
    await row(page, article.title)
      .getByRole("button", { name: `Delete ${article.title}` })
      .click();
    const confirmDialog = page.getByRole("dialog", { name: "Delete this article?" });
    await expect(confirmDialog).toContainText("moved to the trash. You can restore it from there.");
    await confirmDialog.getByRole("button", { name: "Delete" }).click();
    await expect(row(page, article.title)).toHaveCount(0);
  };
  await page.goto(ARTICLES);
  await search(page, article.title);
  await remove();
  await toast(page, "Article deleted successfully").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Article restored successfully")).toBeVisible();
  await expect(row(page, article.title)).toBeVisible();
  expect((await admin.article(article.id)).contentHtml).toBe(article.contentHtml);

  await remove();
  await page.getByRole("tab", { name: "Trash" }).click();
  const trashItem = page
    .getByRole("list", { name: "Trash" })
    .getByRole("listitem")
    .filter({ hasText: article.title });
  await expect(trashItem).toContainText("Inactive: stays off the site");
  await expectAccessible(page, "the trash of articles");
  await trashItem.getByRole("button", { name: `Restore ${article.title}` }).click();
  await expect(trashItem).toBeHidden();
  expect((await admin.article(article.id)).standing).toBe("inactive");
});

// R138, R139, R140, R171
test("an article is written with validation, headings, table, image and a date in the region's time zone", async ({
  page,
  admin,
  removeAfterTest,
}) => {
  test.slow();
  const title = unique("By boat to the dark");
  await page.goto(ARTICLES);
  await page.getByRole("link", { name: "Add Article" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Article" });
  await field(page, "Author").fill("");
  await dialog.getByRole("button", { name: "Continue" }).click();
  for (const message of ["Title is required", "Author is required"])
    await expect(dialog.getByText(message)).toBeVisible();
  await expect(field(page, "Title")).toBeFocused();
  await field(page, "Title").fill(title);
  await field(page, "Author").fill("Trần Thị Đào");
  await dialog.getByLabel("Publication date").fill("2026-01-05T09:00");
  await expect(dialog.getByText(/Mon, Jan 5, 2026, 09:00 in Asia\/Ho.Chi.Minh \(GMT\+7\)/)).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();

  const form = page.getByRole("form", { name: "Article" });
  await expect(field(page, "Title")).toHaveValue(title);
  await expect(form.getByText("“Save” keeps the article off the site.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  for (const message of [
    "Summary is required",
    "Content is required",
    "Latitude is required",
    "Longitude is required",
  ])
    await expect(form.getByText(message)).toBeVisible();
  await expect(field(page, "Summary")).toBeFocused();
  await field(page, "Summary").fill("What one hears when nobody speaks.");
  await field(page, "Tags").fill("boats, caves");
  await editor(page).click();
  await page.keyboard.type("The wharf");
  await form.getByRole("button", { name: /^Paragraph style/ }).click();
  await page.getByRole("menuitem", { name: "Heading", exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Boats leave ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("early");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Image", exact: true }).click();
  await page.getByRole("textbox", { name: "Image address" }).fill("/scenes/water-3.svg");
  await page.getByRole("textbox", { name: "Description" }).fill("The river gate");
  await page.getByRole("button", { name: "Set image" }).click();
  await expect(editor(page).getByRole("img", { name: "The river gate" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await form.getByRole("button", { name: "Table", exact: true }).click();
  await page.getByRole("menuitem", { name: "Insert table" }).click();
  await expect(editor(page).getByRole("table")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form.getByRole("button", { name: "Bold" })).toBeFocused();
  await field(page, "Sources").fill("A walk\nA talk");
  await field(page, "Paste coordinates or a map link").fill("17.6085, 106.3001");
  const overlay = form.getByLabel("Route or area on the map");
  await overlay.fill('{"type": "Point", "coordinates": [17.6, 106.3]}');
  await expect(form.getByText(/looks swapped/)).toBeVisible();
  await overlay.fill('{"type": "LineString", "coordinates": [[106.3, 17.6], [106.31, 17.61]]}');
  await expect(form.getByText(/LineString, 2 positions/)).toBeVisible();
  await expect(switchInput(page, "Active")).not.toBeChecked();
  await form.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(
    page.getByRole("dialog", { name: "Preview" }).getByRole("heading", { name: "The wharf" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Article created successfully")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const id = Number(/articles\/(\d+)/.exec(page.url())![1]);
  removeAfterTest(id);
  await page.getByRole("main").getByRole("link", { name: "Inspiration Articles" }).click();
  await search(page, title);
  await expect(row(page, title).getByText("Inactive")).toBeVisible();

  const stored = await admin.article(id);
  expect(stored).toMatchObject({
    author: "Trần Thị Đào",
    publicationDate: "2026-01-05T02:00:00.000Z",
    tags: ["boats", "caves"],
    sources: ["A walk", "A talk"],
    latitude: 17.6085,
    isActive: false,
  });
  expect(stored.contentHtml).toContain("<h2>The wharf</h2>");
  expect(stored.contentHtml).toContain("<strong>early</strong>");
  expect(stored.contentHtml).toMatch(/<img src="\/scenes\/water-3.svg" alt="The river gate"/);
  expect(stored.contentHtml).toContain("<table>");
});

// R207
test("a concurrent edit is not overwritten and unsaved changes are kept", async ({
  page,
  createArticle,
  admin,
  monitor,
}) => {
  monitor.allow(/412 \(Precondition Failed\)/);
  const article = await createArticle();
  await page.goto(`${ARTICLES}/${article.id}`);
  await expect(field(page, "Title")).toHaveValue(article.title);
  await admin.updateArticle(article.id, { author: "Minh" });
  await field(page, "Summary").fill("Mine");
  await page.getByRole("main").getByRole("link", { name: "Inspiration Articles" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.keyboard.press("Control+s");
  const conflict = page.getByRole("dialog", { name: "Someone else changed this article" });
  await expect(conflict).toContainText("Author");
  await conflict.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(toast(page, "Article updated successfully")).toBeVisible();
  expect(await admin.article(article.id)).toMatchObject({ author: "Minh", summary: "Mine" });
});

// R140
test("an expired session is reported and the typed text is kept @desktop", async ({
  page,
  createArticle,
  monitor,
}) => {
  monitor.allow(/401/);
  const article = await createArticle();
  await page.goto(`${ARTICLES}/${article.id}`);
  await field(page, "Summary").fill("Still here");
  const problem = { type: "about:blank", title: "Unauthorized", status: 401, detail: "No", requestId: "r" };
  await page.route(`**/api/articles/${article.id}`, (route) =>
    route.fulfill({ status: 401, contentType: "application/problem+json", json: problem }),
  );
  await page.keyboard.press("Control+s");
  await expect(
    toast(page, "Your session has expired. Please refresh the page and sign in again."),
  ).toBeVisible();
  const prompt = page.getByRole("dialog", { name: "Your session has expired." });
  await expectDialogFocused(prompt);
  await page.keyboard.press("Escape");
  await expect(prompt).toBeHidden();
  await expect(field(page, "Summary")).toHaveValue("Still here");
  await page.unroute(`**/api/articles/${article.id}`);
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Article updated successfully")).toBeVisible();
});

test("the visual editor changes one word, uploads a pasted screenshot and reports removed HTML @desktop", async ({
  page,
  createArticle,
  admin,
}) => {
  const html =
    '<h2 id="boats">By boat</h2><p>See <a href="#boats">boats</a> and <a href="/explore"><img src="/scenes/water-3.svg" alt="Gate" width="640" height="480"></a></p>' +
    '<ol reversed="" start="3"><li value="2">Two</li></ol><p dir="ltr" lang="vi"><small>Nhỏ</small></p>';
  const article = await createArticle({ contentHtml: html });
  const stored = html.replaceAll('"boats"', '"part-boats"').replace('"#boats"', '"#part-boats"');
  expect((await admin.article(article.id)).contentHtml).toBe(stored);

  const writes: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && writes.push(request.url()));
  await page.goto(`${ARTICLES}/${article.id}`);
  await expect(editor(page)).toBeVisible({ timeout: 45_000 });
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Article updated successfully")).toBeVisible();
  expect(writes).toEqual([]);

  await page.goto(`${ARTICLES}/${article.id}`);
  await editor(page).getByText("Two").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" more");
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Article updated successfully").last()).toBeVisible();
  const edited = (await admin.article(article.id)).contentHtml;
  expect(edited.replace("<p>Two more</p>", "Two")).toBe(stored);

  await page.goto(`${ARTICLES}/${article.id}`);
  await editor(page).getByText("Nhỏ").click();
  await page.keyboard.press("End");
  await editor(page).evaluate(async (text) => {
    const canvas = new OffscreenCanvas(64, 48);
    canvas.getContext("2d")!.fillRect(0, 0, 64, 48);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await canvas.convertToBlob()], "shot.png", { type: "image/png" }));
    text.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(editor(page).locator('img[src^="/media/"]')).toBeVisible();
  await page.getByRole("button", { name: "Edit as HTML" }).click();
  const source = page.getByLabel("Content, HTML");
  await source.fill(
    `${await source.inputValue()}<p><u>u</u><a href="sms:1">s</a></p><iframe src="https://example.org"></iframe>`,
  );
  const removed = page.getByRole("status").filter({ hasText: "Saving removes:" });
  for (const line of ["Elements with their content: iframe", "but not their text: u", "sms:1"])
    await expect(removed).toContainText(line);
  await page.keyboard.press("Control+s");
  const successToast = toast(page, "Article updated successfully").last();
  await expect(successToast).toContainText("Removed elements and their content: iframe");
  await expect(successToast).toContainText("but kept their text: u");
  await expect(successToast).toContainText("sms:1");
  expect((await admin.article(article.id)).contentHtml).toMatch(/<img src="\/media\/[^"]+" alt=""/);
});

test("blocks are inserted by keyboard, and an article is linked by its name @desktop", async ({
  page,
  createArticle,
  admin,
}) => {
  const article = await createArticle({ contentHtml: "<p>Go</p>" });
  const target = await createArticle({ title: unique("Động tối") });
  await page.goto(`${ARTICLES}/${article.id}`);
  await editor(page).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/num");
  await expect(page.getByRole("option", { name: "Numbered list", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("By boat, see ");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Link" });
  const address = dialog.getByRole("combobox", { name: "Place, article or web address" });
  await expect(address).toBeFocused();
  await page.keyboard.type(target.title.replace("Động tối", "dong toi"));
  await expect(page.getByRole("option", { name: target.title })).toContainText("Not on the site");
  await page.keyboard.press("ArrowDown");
  await expect(address).toHaveAttribute("aria-activedescendant", /\S/);
  await page.keyboard.press("Enter");
  await expect(address).toHaveValue(`/inspiration/${target.id}-${target.slug}`);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Article updated successfully")).toBeVisible();
  const { contentHtml } = await admin.article(article.id);
  expect(contentHtml).toContain("<p>Go</p><ol><li><p>By boat, see <a ");
  expect(contentHtml).toContain(`href="/inspiration/${target.id}-${target.slug}">${target.title}</a>`);
});

// R139
test("an inactive article is saved off the site, and published on request @publishes", async ({
  page,
  createArticle,
  admin,
}) => {
  const article = await createArticle();
  await page.goto(`${ARTICLES}/${article.id}`);
  await expect(page.getByText("“Save” keeps the article off the site.")).toBeVisible();
  await field(page, "Summary").fill("Where the river begins.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Article updated successfully")).toBeVisible();
  expect((await admin.article(article.id)).isActive).toBe(false);
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect.poll(async () => (await admin.article(article.id)).isActive).toBe(true);
  await expect(page.getByText("“Publish” changes the article on the site.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish now" })).toHaveCount(0);
  const { publicationDate } = await admin.article(article.id);
  expect(publicationDate).toBe(article.publicationDate);
});

// R124
test("the overview lists the article that becomes public next @desktop", async ({ page, createArticle }) => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const { id, title } = await createArticle({ isActive: true, publicationDate: inAnHour });
  await page.goto(CONSOLE);
  const scheduled = page.getByRole("region", { name: "Scheduled articles" });
  await scheduled.getByRole("link", { name: `${title}, on` }).click();
  await expect(page).toHaveURL(`${ARTICLES}/${id}`);
});

const SEED_ARTICLES = "../cms/seeds/articles";

test("the shipped articles, as one, open in the visual editor, send nothing unchanged, and differ by the typed word only @desktop", async ({
  page,
  createArticle,
  admin,
}) => {
  test.slow();
  // `partsOf` needs the parser of a browser.
  globalThis.DOMParser = new JSDOM().window.DOMParser;
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.postDataJSON());
  });
  const articles = readdirSync(SEED_ARTICLES).map((name) => readFileSync(`${SEED_ARTICLES}/${name}`, "utf8"));
  expect(articles.length).toBeGreaterThan(5);
  const { id, contentHtml } = await createArticle({ contentHtml: articles.join("\n") });
  await page.goto(`${ARTICLES}/${id}`);
  await expect(editor(page)).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("button", { name: "Edit as HTML" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Article updated successfully")).toBeVisible();
  expect(sent, "an untouched article").toEqual([]);

  await editor(page).locator("p").first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Changed");
  const put = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await put).ok()).toBe(true);
  const [changes] = sent.splice(0) as { contentHtml: string }[];
  expect(Object.keys(changes!)).toEqual(["contentHtml"]);
  const stored = (await admin.article(id)).contentHtml;
  for (const html of [changes!.contentHtml, stored]) {
    expect(html.match(/ Changed/g)).toHaveLength(1);
    expect(partsOf(html.replace(" Changed", ""))).toEqual(partsOf(contentHtml));
  }
});
