import type { Page } from "@playwright/test";
import { Api } from "../api";
import { CONSOLE, expect, expectAccessible, field, chooseOption, toast } from "./fixtures";
import { test as base } from "./userFixtures";

const QUEUE = `${CONSOLE}moderation`;

interface AuthorFixture {
  /** Creates an entry of a new author and removes it after the test. */
  createEntry: (message: string) => Promise<number>;
}

const test = base.extend<{ author: AuthorFixture }>({
  author: async ({ admin, userFactory }, provide) => {
    const ids: number[] = [];
    const createEntry = async (message: string) => {
      const { id } = await (await Api.signedIn(await userFactory.createStaff("viewer"))).writeEntry(message);
      ids.push(id);
      return id;
    };
    await provide({ createEntry });
    for (const id of ids) {
      await admin.removeEntry(id).catch((error: Error) => {
        // The test may have deleted it.
        if (!error.message.includes("404")) throw error;
      });
    }
  },
});

/** The list item with this message. */
const itemWith = (page: Page, message: string) => page.getByRole("listitem").filter({ hasText: message });
/** A text of new words: a text that one test marks as spam must not raise the score of another test's text. */
function newText(): string {
  const pickFrom = (of: string) => of[Math.floor(Math.random() * of.length)]!;
  const word = () => Array.from({ length: 3 }, () => pickFrom("bdfgklmnprstv") + pickFrom("aeiou")).join("");
  return `${Array.from({ length: 9 }, word).join(" ")}.`;
}

// R147
test("the moderation page tells others which role it requires @desktop", async ({ page, signIn }) => {
  for (const person of ["viewer", "business_owner"] as const) {
    await signIn(person);
    await page.goto("/moderation");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
    await expect(page.getByText("You need admin privileges to access this page.")).toBeVisible();
  }
});

// R148, R149, R150, R151, R152, R153, R173
test("entries are edited, moderated by keyboard and restored by Undo", async ({
  page,
  signIn,
  author,
  admin,
  monitor,
}) => {
  test.slow();
  monitor.allow(/412 \(Precondition Failed\)/);
  const [first, second] = [newText(), newText()];
  const firstId = await author.createEntry(first);
  const secondId = await author.createEntry(second);
  await signIn("admin");
  await page.goto("/moderation");
  await expect(page).toHaveURL(new RegExp(QUEUE));
  await expect(page.getByRole("tab")).toHaveText([
    /^Pending \(\d+\)$/,
    /^Spam Detected \(\d+\)$/,
    /^Approved \(\d+\)$/,
    /^Rejected \(\d+\)$/,
    /^Comments \(\d+\)$/,
  ]);
  const item = itemWith(page, first);
  await expect(item.getByText(/^Spam Score: \d+%$/)).toBeVisible();
  await expectAccessible(page, "moderation");

  const form = page.getByRole("dialog", { name: "Edit Entry" });
  await item.getByRole("button", { name: /^Edit/ }).click();
  await expect(form).toBeVisible();
  await expect(field(page, "Message")).toHaveValue(first);
  await field(page, "Nationality").fill("Việt Nam");
  await form.getByRole("combobox", { name: "Rating" }).click();
  await chooseOption(page.getByRole("option", { name: "4 – Very Good" }));
  await form.getByRole("combobox", { name: "Related Business" }).fill("phong nha cave");
  await chooseOption(page.getByRole("option", { name: "Phong Nha Cave", exact: true }));
  await admin.updateEntry(firstId, { location: "Elsewhere" });
  await page.keyboard.press("Control+s");
  await page.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(toast(page, "Entry updated successfully")).toBeVisible();
  expect(await admin.entry(firstId)).toMatchObject({
    nationality: "Việt Nam",
    rating: 4,
    location: "Elsewhere",
    relatedPlace: { name: "Phong Nha Cave" },
  });

  await item.getByRole("textbox", { name: /^Moderation notes/ }).fill("Seen by Linh");
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await expect(toast(page, "Entry moderated successfully")).toBeVisible();
  await expect(item).toHaveCount(0);
  expect(await admin.entry(firstId)).toMatchObject({ status: "approved", notes: "Seen by Linh" });
  await page.keyboard.press("u");
  await expect(item).toBeVisible();
  expect((await admin.entry(firstId)).status).toBe("pending");

  await itemWith(page, second)
    .getByRole("button", { name: /^Mark as Spam/ })
    .click();
  await expect(itemWith(page, second)).toHaveCount(0);
  await page.getByRole("tab", { name: /^Spam Detected/ }).click();
  await expect(itemWith(page, second)).toBeVisible();
  expect((await admin.entry(secondId)).status).toBe("spam");
});

// R148
test("a comment is moderated by button and by key and restored by Undo", async ({
  page,
  signIn,
  author,
  admin,
  userFactory,
}) => {
  const entry = await author.createEntry(newText());
  await admin.moderate(entry, "approved");
  // Quickly written comments wait for moderation.
  const comment = newText();
  const traveler = await Api.signedIn(await userFactory.createStaff("viewer"));
  await traveler.writeComment(entry, comment, { elapsedMs: 900 });
  const status = async () => (await admin.entry(entry)).comments.map((one) => one.status);
  await signIn("admin");
  await page.goto(`${QUEUE}?tab=comments`);
  const item = itemWith(page, comment);
  await item.getByRole("button", { name: /^Reject/ }).click();
  await expect(item).toHaveCount(0);
  expect(await status()).toEqual(["rejected"]);
  await toast(page, "1 comment rejected").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "1 change undone")).toBeVisible();
  await expect(item).toBeVisible();
  expect(await status()).toEqual(["pending"]);
  await item.focus();
  await page.keyboard.press("a");
  await expect(item).toHaveCount(0);
  expect(await status()).toEqual(["approved"]);
});

// R141, R142, R143, R144, R145, R146, R173
test("the guestbook is managed: tabs, confirmations, new entries and deletion", async ({
  page,
  signIn,
  author,
  admin,
}) => {
  test.slow();
  const message = newText();
  const id = await author.createEntry(message);
  await signIn("admin");
  await page.goto(`${CONSOLE}guestbook`);
  await expect(page.getByRole("tab", { name: /^Pending \(/ })).toHaveAttribute("aria-selected", "true");
  await itemWith(page, message)
    .getByRole("button", { name: /^Approve/ })
    .click();
  const question = page.getByRole("dialog", { name: "Approve Entry" });
  await expect(question).toContainText(`“${message.slice(0, 100)}`);
  await expectAccessible(page, "decision");
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(toast(page, "Entry moderated successfully")).toBeVisible();
  expect((await admin.entry(id)).status).toBe("approved");

  await page.getByRole("link", { name: "Add Entry" }).click();
  const form = page.getByRole("dialog", { name: "Add Entry" });
  await form.getByRole("button", { name: "Create Entry" }).click();
  await expect(form.getByText("Author name is required")).toBeVisible();
  await expect(form.getByText("Message is required")).toBeVisible();
  const entryText = newText();
  await field(page, "Author Name").fill("Nguyễn Thị Đào");
  await field(page, "Message").fill(entryText);
  await field(page, "Latitude").fill("17.6");
  await field(page, "Longitude").fill("106.3");
  await form.getByRole("button", { name: "Create Entry" }).click();
  await expect(toast(page, "Guestbook entry created successfully")).toBeVisible();
  // New entries are approved, and the list of approved entries opens.
  await expect(page.getByRole("tab", { name: /^Approved \(/ })).toHaveAttribute("aria-selected", "true");
  const createdItem = itemWith(page, entryText);
  await expect(createdItem.getByRole("heading")).toHaveText("Nguyễn Thị Đào");
  await expect(createdItem.getByRole("button", { name: /^(Approve|Reject|Mark)/ })).toHaveCount(0);
  await createdItem.getByRole("button", { name: /^Delete/ }).click();
  await page
    .getByRole("dialog", { name: "Delete this entry?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(toast(page, "Entry deleted successfully")).toBeVisible();
  await expect(createdItem).toHaveCount(0);
  await toast(page, "Entry deleted successfully").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Entry restored successfully")).toBeVisible();
  await expect(createdItem.getByRole("heading")).toHaveText("Nguyễn Thị Đào");
});
