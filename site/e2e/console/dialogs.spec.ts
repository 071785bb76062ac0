import type { PlaceResponse } from "@karst/client";
import type { Locator, Page, Request } from "@playwright/test";
import type { Api } from "../api";
import { letPageRun } from "../fixtures";
import { createPng } from "../testImage";
import {
  chooseFiles,
  chooseOption,
  CONSOLE,
  expect,
  field,
  openPlace,
  openTab,
  settled,
  test,
  toast,
  unfold,
  unique,
  uniqueEmail,
} from "./fixtures";

test.use({ hasWebGl: false });

test.beforeEach(async ({ signIn, monitor }) => {
  // Concurrent tests remove their images while the library shows them.
  monitor.allow(/404 \(Not Found\) \(\S+\/media\//);
  await signIn("admin");
});

/** Collects the writes that the page sends from now on, such as `PUT /api/media/7`. */
function recordWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    // Tokens are refreshed at any time.
    if (["POST", "PUT", "DELETE"].includes(request.method()) && !pathname.startsWith("/api/auth/"))
      writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}

/** Uploads an image in the open library and saves a description. */
async function uploadImage(page: Page): Promise<{ id: number; alt: string }> {
  const picker = page.getByRole("dialog", { name: /^Choose/ });
  const uploaded = page.waitForResponse((response) => response.request().method() === "POST");
  await picker
    .locator('input[type="file"]')
    .setInputFiles({ name: "boat.png", mimeType: "image/png", buffer: createPng() });
  const { id } = (await (await uploaded).json()) as { id: number };
  const form = page.getByRole("dialog", { name: "Edit Image" });
  const alt = unique("A boat");
  await form.getByLabel("Description").fill(alt);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Image saved")).toBeVisible();
  await expect(form).toBeHidden();
  return { id, alt };
}

for (const { name, open } of [
  {
    name: "a new place",
    open: async (page: Page) => {
      await page.goto(`${CONSOLE}businesses/create`);
      await field(page, "Business name").fill(unique("Half a place"));
      await field(page, "Paste coordinates or a map link").fill("17.6, 106.3");
      await page.getByRole("combobox", { name: /^Categories/ }).click();
      await chooseOption(page.getByRole("option").first());
      await page.keyboard.press("Escape");
      await openTab(page, "Media & Details");
      await page.getByRole("button", { name: "Choose from library: Image" }).click();
    },
  },
  {
    name: "a new article",
    open: async (page: Page) => {
      await page.goto(`${CONSOLE}articles/new`);
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
      await unfold(page, "The region");
      await page.getByRole("button", { name: /^Choose from library/ }).click();
    },
  },
]) {
  test(`saving an image over ${name} saves the image only @desktop`, async ({ page, admin }) => {
    await open(page);
    const writes = recordWrites(page);
    const { id } = await uploadImage(page);
    // A form behind the dialog would be sent by the same event.
    await letPageRun(page, 300);
    expect(writes).toEqual(["POST /api/media", `PUT /api/media/${id}`]);
    await page
      .getByRole("dialog", { name: /^Choose/ })
      .getByRole("button", { name: "Cancel" })
      .click();
    await admin.removeImage(id);
  });
}

test("an image that is added to a new place and described there saves the image only @desktop", async ({
  page,
  admin,
}) => {
  await page.goto(`${CONSOLE}businesses/create`);
  await field(page, "Business name").fill(unique("Half a place"));
  await openTab(page, "Media & Details");
  const writes = recordWrites(page);
  const uploaded = page.waitForResponse((response) => response.request().method() === "POST");
  const name = `${unique("boat").replace(" ", "-")}.png`;
  await chooseFiles(page.getByRole("button", { name: "Add image: Image" }), {
    name,
    mimeType: "image/png",
    buffer: createPng(),
  });
  const { id } = (await (await uploaded).json()) as { id: number };
  const alt = unique("A boat");
  const description = page.getByRole("textbox", { name: `Image description: ${name}` });
  await description.fill(alt);
  await description.press("Enter");
  await expect(description).toBeHidden();
  await letPageRun(page, 300);
  expect(writes).toEqual(["POST /api/media", `PUT /api/media/${id}`]);

  await page.getByRole("button", { name: `Edit image: ${alt}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Image" });
  await dialog.getByLabel("Credit").fill("Linh");
  await dialog.getByLabel("Credit").press("Enter");
  await expect(toast(page, "Image saved")).toBeVisible();
  await expect(dialog).toBeHidden();
  await letPageRun(page, 300);
  expect(writes).toHaveLength(3);
  await admin.removeImage(id);
});

test("Enter in an image form over an existing place saves the image only @desktop", async ({
  page,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  // Other tests add images at the same time.
  const name = `${unique("raft")}.png`;
  const { id } = await admin.addImage(createPng(), "", name);
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  await field(page, "Phone").fill("0232 3677 021");
  await openTab(page, "Media & Details");
  await page.getByRole("button", { name: "Choose from library: Image" }).click();
  const writes = recordWrites(page);
  await page.getByRole("dialog", { name: "Choose an image" }).getByRole("checkbox", { name }).click();
  const form = page.getByRole("dialog", { name: "Edit Image" });
  await form.getByLabel("Credit").fill("Linh");
  await form.getByLabel("Description").fill(unique("A raft"));
  await form.getByLabel("Credit").press("Enter");
  await expect(toast(page, "Image saved")).toBeVisible();
  await letPageRun(page, 300);
  expect(writes).toEqual([`PUT /api/media/${id}`]);
  expect((await admin.place(place.id)).phone).toBeNull();
  await admin.removeImage(id);
});

test("Ctrl+S saves nothing behind the image library, and saves the place once it is closed @desktop", async ({
  page,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  await field(page, "Phone").fill("0232 3677 021");
  await openTab(page, "Media & Details");
  await page.getByRole("button", { name: "Choose from library: Image" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image" });
  await expect(picker).toBeVisible();
  const writes = recordWrites(page);
  await page.keyboard.press("Control+s");
  await letPageRun(page, 300);
  expect(writes).toEqual([]);
  await picker.getByRole("button", { name: "Cancel" }).click();
  await expect(picker).toBeHidden();
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect(writes).toEqual([`PUT /api/businesses/${place.id}`]);
});

test("saving an image in an article's text saves the image only @desktop", async ({ page, admin }) => {
  await page.goto(`${CONSOLE}articles/new`);
  await field(page, "Title").fill(unique("Half a story"));
  await page.getByRole("button", { name: "Image", exact: true }).click();
  const imageDialog = page.getByRole("dialog", { name: "Image", exact: true });
  // An address that would be valid.
  await imageDialog.getByLabel("Image address").fill("/scenes/water-3.svg");
  await imageDialog.getByRole("button", { name: /^Choose from library/ }).click();
  const writes = recordWrites(page);
  const { id, alt } = await uploadImage(page);
  await letPageRun(page, 300);
  expect(writes).toEqual(["POST /api/media", `PUT /api/media/${id}`]);
  const picker = page.getByRole("dialog", { name: /^Choose/ });
  await picker.getByRole("checkbox", { name: alt }).check();
  await picker.getByRole("button", { name: "Use image" }).click();
  await expect(imageDialog.getByLabel("Image address")).toHaveValue(/^\/media\//);
  await imageDialog.getByRole("button", { name: "Set image" }).click();
  await expect(imageDialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Content *" }).locator("img")).toHaveCount(1);
  await letPageRun(page, 300);
  expect(writes).toHaveLength(2);
  await admin.removeImage(id);
});

test("setting a link in an article's text sends nothing @desktop", async ({ page }) => {
  await page.goto(`${CONSOLE}articles/new`);
  await field(page, "Title").fill(unique("Half a story"));
  await page.getByRole("textbox", { name: "Content *" }).fill("Boats leave early.");
  await page.getByRole("textbox", { name: "Content *" }).press("Control+a");
  const writes = recordWrites(page);
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Link" });
  await dialog.getByLabel("Address").fill("/places/phong-nha-cave");
  await dialog.getByRole("button", { name: "Set link" }).click();
  await expect(dialog).toBeHidden();
  await letPageRun(page, 300);
  expect(writes).toEqual([]);
});

test("signing in again over a form does not save the form @desktop", async ({
  page,
  placeFactory,
  monitor,
}) => {
  monitor.allow(/401/);
  const place = await placeFactory.create();
  await openPlace(page, place);
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
  const writes = recordWrites(page);
  await prompt.getByRole("textbox", { name: "Password" }).fill("not the password");
  await prompt.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(prompt.getByRole("alert")).toBeVisible();
  await letPageRun(page, 300);
  expect(writes).toEqual([]);
});

interface OpenOptions {
  page: Page;
  admin: Api;
  publicApi: Api;
  make: () => Promise<PlaceResponse>;
  /** Runs `remove` after the test. */
  after: (remove: () => Promise<unknown>) => void;
}

/** Dialogs over a form with unsaved changes. Each function returns the open dialog. */
const DIALOGS: { name: string; open: (options: OpenOptions) => Promise<Locator> }[] = [
  {
    name: "the library over a place",
    open: async ({ page, make }) => {
      await openChanged(page, await make());
      await openTab(page, "Media & Details");
      await page.getByRole("button", { name: "Choose from library: Gallery" }).click();
      return page.getByRole("dialog", { name: "Choose images" });
    },
  },
  {
    name: "the question whether to leave a place",
    open: async ({ page, make }) => {
      await openChanged(page, await make());
      return openLeaveDialog(page);
    },
  },
  {
    name: "the two versions of a place",
    open: async ({ page, admin, make }) => {
      const place = await make();
      await openChanged(page, place);
      await admin.update(place.id, { phone: "1" });
      await page.keyboard.press("Control+s");
      return page.getByRole("dialog", { name: "Someone else changed this business" });
    },
  },
  {
    name: "the help for keys over a place",
    open: async ({ page, make }) => {
      await openChanged(page, await make());
      await page.getByRole("tab", { name: "Business Information" }).focus();
      await page.keyboard.press("?");
      return page.getByRole("dialog", { name: "Keyboard shortcuts" });
    },
  },
  {
    name: "the preview of an article",
    open: async ({ page }) => {
      await openNewArticle(page);
      await page.getByRole("button", { name: "Preview", exact: true }).click();
      return page.getByRole("dialog", { name: "Preview" });
    },
  },
  {
    name: "a link in an article's text",
    open: async ({ page }) => {
      await openNewArticle(page);
      await page.getByRole("button", { name: "Link", exact: true }).click();
      return page.getByRole("dialog", { name: "Link" });
    },
  },
  {
    name: "a picture in an article's text",
    open: async ({ page }) => {
      await openNewArticle(page);
      await page.getByRole("button", { name: "Image", exact: true }).click();
      return page.getByRole("dialog", { name: "Image", exact: true });
    },
  },
  {
    name: "the question whether to leave a standing page",
    open: async ({ page }) => {
      await page.goto(`${CONSOLE}pages/about`);
      await page.getByRole("textbox", { name: "Heading" }).first().fill(unique("About"));
      return openLeaveDialog(page);
    },
  },
  {
    name: "the question whether to leave the settings",
    open: async ({ page }) => {
      await page.goto(`${CONSOLE}settings`);
      await field(page, "Tagline").fill(unique("Half a tagline"));
      return openLeaveDialog(page);
    },
  },
  {
    name: "the question whether to leave a category",
    open: async ({ page, admin }) => {
      await page.goto(`${CONSOLE}categories/${await admin.categoryId("cave")}`);
      await field(page, "Emoji").fill("🦇");
      return pressEscape(page);
    },
  },
  {
    name: "the question whether to leave a user",
    open: async ({ page, admin }) => {
      const [user] = await admin.users("q=viewer@example.org");
      await page.goto(`${CONSOLE}users/${user!.id}`);
      await page.getByRole("textbox", { name: "First name" }).fill(unique("Linh"));
      return pressEscape(page);
    },
  },
  {
    name: "the question whether to leave a new guestbook entry",
    open: async ({ page }) => {
      await page.goto(`${CONSOLE}guestbook/create`);
      await page.getByRole("textbox", { name: "Author Name" }).fill("Linh");
      await page.getByRole("textbox", { name: "Message" }).fill(unique("Half an entry"));
      return pressEscape(page);
    },
  },
  {
    name: "the question whether to delete a message",
    open: async ({ page, admin, publicApi, after }) => {
      const subject = unique("A boat for twelve");
      const { id } = await publicApi.sendMessage({
        name: "Đào",
        email: uniqueEmail("dao"),
        subject,
        message: "Có thuyền không?",
        type: "travel",
      });
      after(() => admin.removeMessage(id));
      await page.goto(`${CONSOLE}contact/${id}`);
      await field(page, "Note").fill("Two boats");
      await page.getByRole("button", { name: "Delete" }).click();
      return page.getByRole("dialog", { name: "Delete this message?" });
    },
  },
  {
    name: "the question whether to delete a picture in the library over a place",
    open: async ({ page, admin, make, after }) => {
      const name = `${unique("raft")}.png`;
      const { id } = await admin.addImage(createPng(), "", name);
      after(() => admin.removeImage(id));
      await openChanged(page, await make());
      await openTab(page, "Media & Details");
      await page.getByRole("button", { name: "Choose from library: Image" }).click();
      const picker = page.getByRole("dialog", { name: "Choose an image" });
      await picker.getByRole("checkbox", { name }).click();
      const form = page.getByRole("dialog", { name: "Edit Image" });
      await form.getByLabel("Credit").fill("Linh");
      await form.getByRole("button", { name: "Delete" }).click();
      return page.getByRole("dialog", { name: "Delete this image?" });
    },
  },
];

async function openChanged(page: Page, { id }: PlaceResponse): Promise<void> {
  await page.goto(`${CONSOLE}businesses/${id}`);
  await field(page, "Phone").fill("0232 3677 021");
}

/** All required fields are filled, so only the dialog prevents saving. */
async function openNewArticle(page: Page): Promise<void> {
  await page.goto(`${CONSOLE}articles/new`);
  await field(page, "Title").fill(unique("Half a story"));
  await field(page, "Author").fill("Linh");
  await field(page, "Summary").fill("Half.");
  await field(page, "Paste coordinates or a map link").fill("17.6, 106.3");
  await page.getByRole("textbox", { name: "Content *" }).fill("Boats leave early.");
}

async function openLeaveDialog(page: Page): Promise<Locator> {
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Overview" }).click();
  return leaveDialog(page);
}

async function pressEscape(page: Page): Promise<Locator> {
  await page.keyboard.press("Escape");
  return leaveDialog(page);
}

const leaveDialog = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });

for (const { name, open } of DIALOGS) {
  test(`Ctrl+S, Enter and a click in ${name} send nothing @desktop`, async ({
    page,
    admin,
    publicApi,
    placeFactory,
    monitor,
  }) => {
    monitor.allow(/412 \(Precondition Failed\)/);
    const removals: (() => Promise<unknown>)[] = [];
    const after = (remove: () => Promise<unknown>) => void removals.push(remove);
    const dialog = await open({ page, admin, publicApi, make: placeFactory.create, after });
    await expect(dialog).toBeVisible();
    await settled(page);
    const writes = recordWrites(page);
    await page.keyboard.press("Control+s");
    await letPageRun(page, 300);
    await expect(dialog).toBeVisible();
    // Not with the mouse, which would move the focus away from the button that Enter activates.
    await dialog.getByRole("heading").first().dispatchEvent("click");
    await page.keyboard.press("Enter");
    await letPageRun(page, 300);
    expect(writes).toEqual([]);
    for (const remove of removals) await remove();
  });
}
