import type { Page, Request } from "@playwright/test";
import { aPicture } from "../aPicture";
import { CONSOLE, expect, field, openTab, pick, test, toast, unique } from "./desk";

test.beforeEach(async ({ signIn, guard }) => {
  // Tests beside this one take their pictures away again while the library shows them.
  guard.allow(/404 \(Not Found\) \(\S+\/media\//);
  await signIn("admin");
});

/** What the page has asked the server to change since this was called, as `PUT /api/media/7`. */
function changes(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    // Tokens are renewed whenever they are due.
    if (["POST", "PUT", "DELETE"].includes(request.method()) && !pathname.startsWith("/api/auth/"))
      seen.push(`${request.method()} ${pathname}`);
  });
  return seen;
}

/** Uploads a picture in the open library, describes it and saves that. */
async function describe(page: Page): Promise<number> {
  const picker = page.getByRole("dialog", { name: /^Choose/ });
  const uploaded = page.waitForResponse((answer) => answer.request().method() === "POST");
  await picker
    .locator('input[type="file"]')
    .setInputFiles({ name: "boat.png", mimeType: "image/png", buffer: aPicture() });
  const { id } = (await (await uploaded).json()) as { id: number };
  const form = page.getByRole("dialog", { name: "Edit Picture" });
  await form.getByLabel("Description").fill(unique("A boat"));
  await form.getByRole("button", { name: "Save Picture" }).click();
  await expect(toast(page, "Picture saved")).toBeVisible();
  await expect(form).toBeHidden();
  return id;
}

for (const { name, open } of [
  {
    name: "a new place",
    open: async (page: Page) => {
      await page.goto(`${CONSOLE}businesses/create`);
      await field(page, "Business name").fill(unique("Half a place"));
      await field(page, "Paste coordinates or a map link").fill("17.6, 106.3");
      await page.getByRole("combobox", { name: /^Categories/ }).click();
      await pick(page.getByRole("option").first());
      await page.keyboard.press("Escape");
      await openTab(page, "Media & Details");
      await page.getByRole("button", { name: "Choose from library: Picture" }).click();
    },
  },
  {
    name: "a new article",
    open: async (page: Page) => {
      await page.goto(`${CONSOLE}articles/create`);
      await field(page, "Title").fill(unique("Half a story"));
      await page
        .getByRole("button", { name: /^Choose from library/ })
        .first()
        .click();
    },
  },
  {
    name: "the settings",
    open: async (page: Page) => {
      await page.goto(`${CONSOLE}settings`);
      await field(page, "Tagline").fill(unique("Half a tagline"));
      await page.getByRole("button", { name: /^Choose from library/ }).click();
    },
  },
]) {
  test(`saving a picture over ${name} saves the picture alone @desktop`, async ({ page, admin }) => {
    await open(page);
    const seen = changes(page);
    const id = await describe(page);
    // What a form behind the dialog would send follows within the same task.
    await page.waitForTimeout(300);
    expect(seen).toEqual(["POST /api/media", `PUT /api/media/${id}`]);
    await page
      .getByRole("dialog", { name: /^Choose/ })
      .getByRole("button", { name: "Cancel" })
      .click();
    await admin.removePicture(id);
  });
}

test("Enter in a picture's form over an existing place saves the picture alone @desktop", async ({
  page,
  admin,
  desk,
}) => {
  const place = await desk.make();
  // Other tests add pictures meanwhile.
  const name = `${unique("raft")}.png`;
  const { id } = await admin.addPicture(aPicture(), "", name);
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  await field(page, "Phone").fill("0232 3677 021");
  await openTab(page, "Media & Details");
  await page.getByRole("button", { name: "Choose from library: Picture" }).click();
  const seen = changes(page);
  await page.getByRole("dialog", { name: "Choose a picture" }).getByRole("checkbox", { name }).click();
  const form = page.getByRole("dialog", { name: "Edit Picture" });
  await form.getByLabel("Credit").fill("Linh");
  await form.getByLabel("Description").fill(unique("A raft"));
  await form.getByLabel("Credit").press("Enter");
  await expect(toast(page, "Picture saved")).toBeVisible();
  await page.waitForTimeout(300);
  expect(seen).toEqual([`PUT /api/media/${id}`]);
  expect((await admin.place(place.id)).phone).toBeNull();
  await admin.removePicture(id);
});

test("Ctrl+S saves nothing behind the library, and the place once it is closed @desktop", async ({
  page,
  desk,
}) => {
  const place = await desk.make();
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  await field(page, "Phone").fill("0232 3677 021");
  await openTab(page, "Media & Details");
  await page.getByRole("button", { name: "Choose from library: Picture" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a picture" });
  await expect(picker).toBeVisible();
  const seen = changes(page);
  await page.keyboard.press("Control+s");
  await page.waitForTimeout(300);
  expect(seen).toEqual([]);
  await picker.getByRole("button", { name: "Cancel" }).click();
  await expect(picker).toBeHidden();
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect(seen).toEqual([`PUT /api/businesses/${place.id}`]);
});

test("a link in an article's text sends nothing @desktop", async ({ page }) => {
  await page.goto(`${CONSOLE}articles/create`);
  await field(page, "Title").fill(unique("Half a story"));
  await page.getByRole("textbox", { name: "Content *" }).fill("Boats leave early.");
  await page.getByRole("textbox", { name: "Content *" }).press("Control+a");
  const seen = changes(page);
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Link" });
  await dialog.getByLabel("Address").fill("/places/phong-nha-cave");
  await dialog.getByRole("button", { name: "Set link" }).click();
  await expect(dialog).toBeHidden();
  await page.waitForTimeout(300);
  expect(seen).toEqual([]);
});

test("signing in again over a form does not save it @desktop", async ({ page, desk, guard }) => {
  guard.allow(/401/);
  const place = await desk.make();
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  await field(page, "Phone").fill("0232 3677 021");
  const problem = { type: "about:blank", title: "Unauthorized", status: 401, detail: "No", requestId: "r" };
  const path = `**/api/businesses/${place.id}`;
  await page.route(path, (route) =>
    route.fulfill({ status: 401, contentType: "application/problem+json", json: problem }),
  );
  await page.keyboard.press("Control+s");
  const prompt = page.getByRole("dialog", { name: "Your session has expired." });
  await expect(prompt).toBeVisible();
  await page.unroute(path);
  const seen = changes(page);
  await prompt.getByRole("textbox", { name: "Password" }).fill("not the password");
  await prompt.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(prompt.getByRole("alert")).toBeVisible();
  await page.waitForTimeout(300);
  expect(seen).toEqual([]);
});
