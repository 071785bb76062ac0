import type { Page } from "@playwright/test";
import { expectHarmless, expectText, fillTo, MARKUP, test, TEXTS, withoutCommas } from "../hostile";
import { CONSOLE, expect, field, toast } from "./fixtures";

/** User text is shown literally in the console and has no effect. */

test.describe.configure({ mode: "default", timeout: 180_000 });
test.use({ actionTimeout: 15_000 });
test.beforeEach(({ guide, signIn }) => signIn(guide.adminAccount));

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("dialog");

/** Opens the dialog of each name, checks its texts and closes it. */
async function expectDialogs(
  page: Page,
  screen: string,
  action: string,
  names: readonly string[],
  more: readonly string[] = [],
) {
  for (const name of new Set(names)) {
    await page
      .getByRole("main")
      .locator("button, a")
      .and(page.getByLabel(`${action} ${name}`, { exact: true }))
      .first()
      .click();
    await expectText(dialog(page), [name, ...more], screen);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  }
}

// R303
test("places show hostile text inertly: list, preview, delete dialog, form and trash", async ({
  page,
  guide,
}) => {
  const names = guide.places.map(({ name }) => name);
  const list = `${CONSOLE}businesses?filter=${encodeURIComponent('{"q":"pwned"}')}`;
  await page.goto(list);
  await expectText(main(page), names, "the list of places");
  await expectDialogs(page, "the dialog before deleting a place", "Delete", names);
  await expectDialogs(page, "a place's preview", "Preview", names, TEXTS);
  for (const { id, name } of guide.places) {
    await page.goto(`${CONSOLE}businesses/${id}`);
    await expectText(main(page), [name], "a place's form");
  }
  const { id, name } = guide.places[0]!;
  await guide.admin.remove(id);
  await page.goto(`${CONSOLE}businesses/trash`);
  await expectText(page.getByRole("list", { name: "Trash" }), [name], "the trash of places");
  await guide.admin.restore(id);
});

// R303
test("articles show hostile text inertly: list and delete dialog", async ({ page, guide }) => {
  await page.goto(`${CONSOLE}articles`);
  const titles = guide.articles.map(({ title }) => title);
  const authors = guide.articles.map(({ author }) => author);
  await expectText(main(page), [...titles, ...authors], "the list of articles");
  await expectDialogs(page, "the dialog before deleting an article", "Delete", titles);
});

test.describe("without the Content-Security-Policy", () => {
  test.use({ bypassCSP: true });

  // R303
  test("an article preview is harmless even with unsanitized HTML", async ({ page, guide }) => {
    // The API never returns this.
    const raw = MARKUP.map((html, n) => `<p>Before ${n}</p>${html}`);
    const [article] = guide.articles;
    await page.route(/\/api\/articles\?/, async (route) => {
      const json = raw.map((contentHtml, n) => ({
        ...article,
        ...{
          id: 1000 + n,
          title: `${n} ${TEXTS.join(" ")}`,
          contentHtml,
          isActive: false,
          standing: "inactive",
        },
      }));
      await route.fulfill({ json, headers: { "x-total-count": String(raw.length) } });
    });
    await page.goto(`${CONSOLE}articles`);
    for (const n of raw.keys()) {
      await page
        .getByRole("button", { name: new RegExp(`^Preview ${n} `) })
        .first()
        .click();
      const { author, summary } = article!;
      const title = `${n} ${TEXTS.join(" ")}`;
      await expectText(dialog(page), [`Before ${n}`, title, author, summary], `the preview of ${raw[n]}`);
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toHaveCount(0);
    }
    // Pasted and unsaved HTML.
    await page.goto(`${CONSOLE}articles/${article!.id}`);
    await page.getByRole("button", { name: "Edit as HTML" }).click();
    const source = page.getByLabel("Content, HTML");
    for (const html of [raw.slice(0, 12).join(""), raw.slice(12).join("")]) {
      await source.fill(html);
      await page.getByRole("button", { name: "Preview", exact: true }).click();
      const preview = page.getByRole("dialog", { name: "Preview" });
      await expectText(preview, [/Before \d+/.exec(html)![0]], "the preview of unsaved HTML");
      await page.keyboard.press("Escape");
      await expect(preview).toHaveCount(0);
    }
    await page.getByRole("main").getByRole("link", { name: "Inspiration Articles" }).click();
    await page.getByRole("button", { name: "Discard changes" }).click();
  });
});

// R303
test("users, categories and messages show hostile text inertly: lists, forms and dialogs", async ({
  page,
  guide,
}) => {
  await page.goto(`${CONSOLE}users`);
  const names = guide.users.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  await expectText(main(page), names, "the list of users");
  await expectDialogs(page, "the dialog before deleting a user", "Delete", names);
  await page.goto(`${CONSOLE}users/${guide.users[0]!.id}`);
  await expect(field(page, "First name")).toHaveValue(guide.users[0]!.firstName);
  await expectHarmless(page, "a user's form");

  await page.goto(`${CONSOLE}categories`);
  const kinds = guide.categories.map(({ name }) => name);
  await expectText(main(page), kinds, "the list of categories");
  await expectDialogs(page, "the dialog before deleting a category", "Delete", kinds);

  for (const { id, name, subject } of guide.messages) {
    const { status } = await guide.admin.message(id);
    await page.goto(`${CONSOLE}contact?filter=${encodeURIComponent(JSON.stringify({ status }))}`);
    await expectText(main(page), [subject, name], "the inbox");
  }
  for (const { id, name, subject, message } of guide.messages) {
    await page.goto(`${CONSOLE}contact/${id}`);
    await expectText(dialog(page), [subject, name, message], "a message");
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    const confirmDialog = page.getByRole("dialog", { name: "Delete this message?" });
    await expectText(confirmDialog, [], "the dialog before deleting a message");
    await page.keyboard.press("Escape");
    await expect(confirmDialog).toHaveCount(0);
  }
});

// R302, R303
test("the image library shows hostile text inertly, and rejected files with their names", async ({
  page,
  monitor,
  guide,
}) => {
  monitor.allow(/422 \(/);
  await page.goto(`${CONSOLE}media`);
  const names = guide.images.map(({ alt }) => alt!);
  await expectText(main(page), names, "the library");
  for (const { id, name, alt } of guide.images) {
    await page.goto(`${CONSOLE}media/${id}`);
    const form = page.getByRole("dialog", { name: "Edit Image" });
    await expectText(form, [name], "a picture");
    await form.getByRole("button", { name: "Delete" }).click();
    await expectText(page.getByRole("dialog", { name: "Delete this image?" }), [alt!], "its delete dialog");
    await page.keyboard.press("Escape");
  }
  await page.goto(`${CONSOLE}media`);
  const bad = TEXTS.map((text) => `${text}.png`);
  await page
    .getByLabel("Add images")
    .locator('input[type="file"]')
    .setInputFiles(
      bad.map((name) => ({ name, mimeType: "image/png", buffer: Buffer.from("<svg onload=__pwned=1>") })),
    );
  await expectText(
    main(page),
    bad.map((name) => `${name} could not be added`),
    "rejected files",
  );
});

// R303
test("moderation shows hostile text inertly: queues, dialogs, guestbook and comments", async ({
  page,
  guide,
}) => {
  const entries = await Promise.all(guide.pending.map(({ id }) => guide.admin.entry(id)));
  for (const tab of ["pending", "spam"]) {
    const here = entries.filter(({ status }) => status === tab);
    const texts = here.flatMap(({ message, authorName, nationality, location }) => [
      ...[message, authorName, nationality!, location!],
    ]);
    await page.goto(`${CONSOLE}moderation?tab=${tab}`);
    await expectText(main(page), texts, `the queue ${tab}`);
    await page.goto(`${CONSOLE}guestbook?filter=${encodeURIComponent(JSON.stringify({ status: tab }))}`);
    await expectText(main(page), texts, `the guestbook, ${tab}`);
    for (const { authorName, message } of here) {
      const item = main(page).getByRole("listitem").filter({ hasText: message });
      for (const action of ["Approve", "Reject", "Delete"]) {
        await item.getByLabel(`${action}: ${authorName}`, { exact: true }).click();
        const quoted = action === "Delete" ? "" : message.slice(0, 90).replace(/\s\S*$/, "");
        await expectText(dialog(page), [quoted], `${action} ${authorName}`);
        await page.keyboard.press("Escape");
        await expect(dialog(page)).toHaveCount(0);
      }
    }
  }
  const comments = guide.entries.flatMap(({ comments }) => comments);
  const pending = comments.filter(({ status }) => status === "pending");
  expect(pending).not.toEqual([]);
  await page.goto(`${CONSOLE}moderation?tab=comments`);
  await expectText(
    main(page),
    pending.flatMap(({ comment, authorName }) => [comment, authorName]),
    "the queue of comments",
  );
  await page.goto(`${CONSOLE}guestbook?filter=${encodeURIComponent('{"status":"approved"}')}`);
  await expectText(
    main(page),
    [...guide.entries, ...comments].flatMap((one) => [
      "message" in one ? one.message : one.comment,
      one.authorName,
    ]),
    "the guestbook, approved",
  );
});

// R303
test("edit conflicts show hostile text of both versions inertly", async ({ page, monitor, guide }) => {
  monitor.allow(/412 \(Precondition Failed\)/);
  const { id } = guide.places[1]!;
  await page.goto(`${CONSOLE}businesses/${id}`);
  const theirs = `theirs ${TEXTS.join("\n")}`;
  const own = `mine ${[...TEXTS, ...MARKUP].join("\n")}`;
  await field(page, "Description").fill(own);
  await guide.admin.update(id, {
    description: theirs,
    address: theirs.slice(0, 500),
    tags: TEXTS.slice(1).map(withoutCommas),
  });
  await page.keyboard.press("Control+s");
  const conflict = page.getByRole("dialog", { name: /^Someone else changed this/ });
  await expectText(conflict, [theirs, own, ...TEXTS], "two versions of a place");
  await conflict.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();

  const article = guide.articles[1]!;
  await page.goto(`${CONSOLE}articles/${article.id}`);
  await field(page, "Summary").fill(own.slice(0, 990));
  const changes = { summary: theirs.slice(0, 990), title: fillTo(200, 0), contentHtml: "<p>Theirs</p>" };
  await guide.admin.updateArticle(article.id, changes);
  await page.keyboard.press("Control+s");
  await expectText(conflict, [changes.title, changes.summary], "two versions of an article");
});

// R303
test("the audit log shows hostile text before and after a change inertly", async ({ page, guide }) => {
  const { id } = guide.places[2]!;
  await guide.admin.update(id, {
    name: fillTo(200, 3),
    description: `after ${TEXTS.join("\n")}`,
    sources: [],
  });
  const list = page.getByRole("region", { name: "Events" });
  for (const kind of ["place", "article", "entry", "message", "user", "category", "image"]) {
    await page.goto(`${CONSOLE}audit?filter=${encodeURIComponent(JSON.stringify({ kind }))}`);
    const rows = list.getByRole("listitem").filter({ hasText: /pwned/i });
    await expect(rows.first()).toBeVisible();
    for (const row of (await rows.all()).slice(0, 7))
      await row.getByRole("button", { expanded: false }).click();
    await expect(list.getByRole("definition").first()).toBeVisible();
    const adminName = `${fillTo(80, 4)} ${fillTo(80, 5)}`;
    await expectText(
      list,
      kind === "place" ? [adminName, ...TEXTS, fillTo(200, 2), fillTo(200, 3)] : [],
      `audit events: ${kind}`,
    );
  }
});

// R303
test("toasts show hostile server messages inertly", async ({ page, monitor, guide }) => {
  monitor.allow(/422 \(|409 \(/);
  await page.goto(`${CONSOLE}businesses?filter=${encodeURIComponent('{"q":"pwned"}')}`);
  const bar = page.getByRole("group", { name: "Bulk actions" });
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar.getByRole("button", { name: "Remove category…" }).click();
  const [category] = guide.categories;
  await expectText(
    page.getByRole("menu"),
    guide.categories.map(({ name }) => name),
    "a menu of categories",
  );
  await page.getByRole("menuitem", { name: category!.name, exact: true }).click();
  const [place] = guide.places;
  await expectText(
    toast(page, "Failed to update businesses"),
    [`“${place!.name}” would have none`],
    "a refusal",
  );

  // Any text that a server could return.
  const detail = [...TEXTS, ...MARKUP].join(" ");
  const problem = { type: "about:blank", title: "Conflict", status: 409, detail, requestId: TEXTS[2] };
  await page.route("**/api/admin/businesses/bulk", (route) =>
    route.fulfill({ status: 409, contentType: "application/problem+json", json: problem }),
  );
  await bar.getByRole("button", { name: "Verify", exact: true }).click();
  await expectText(
    toast(page, "Failed to update businesses"),
    [detail, TEXTS[2]!],
    "a hostile error message",
  );
});
