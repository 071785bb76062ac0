import type { Locator, Page } from "@playwright/test";
import { createPng } from "../testImage";
import {
  CONSOLE,
  expect,
  field,
  openPlace,
  switchInput,
  test,
  toast,
  unique,
  userIdOf,
} from "./userFixtures";

/**
 * What editors do every day, counted in actions: a click, a key that is not part of a text, a text typed or pasted, or
 * a drop of files. The limits keep the tasks as short as they are.
 */
class Editor {
  actions = 0;
  constructor(readonly page: Page) {}

  async click(target: Locator) {
    this.actions += 1;
    await target.click();
  }

  async press(key: string) {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  async type(target: Locator, text: string) {
    this.actions += 1;
    await target.fill(text);
  }

  /** Types where the focus is. */
  async typeHere(text: string) {
    this.actions += 1;
    await this.page.keyboard.type(text);
  }

  async drop(target: Locator, names: string[]) {
    this.actions += 1;
    await target.dispatchEvent("drop", { dataTransfer: await this.files(names) });
  }

  async paste(target: Locator, names: string[]) {
    this.actions += 1;
    const clipboardData = await this.files(names);
    await target.evaluate(
      (element, data) =>
        element.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        ),
      clipboardData,
    );
  }

  private files(names: string[]) {
    const bytes = names.map((_, at) => [...createPng(300, 200, [30 + 60 * at, 90, 60])]);
    return this.page.evaluateHandle(
      ([fileNames, contents]) => {
        const transfer = new DataTransfer();
        fileNames.forEach((name, at) =>
          transfer.items.add(new File([new Uint8Array(contents[at]!)], name, { type: "image/png" })),
        );
        return transfer;
      },
      [names, bytes] as const,
    );
  }
}

// R450, R451, R452, R453, R454, R455
test.describe("an editor's daily tasks take few actions @desktop", () => {
  test.beforeEach(({ signIn }) => signIn("admin"));

  test("a new place with two photos and hours: at most 20", async ({ page, admin, placeFactory }) => {
    const editor = new Editor(page);
    const name = unique("Quiet Grotto");
    const images = [unique("boat"), unique("raft")].map((image) => `${image.replace(" ", "-")}.png`);
    const ids: number[] = [];
    page.on("response", async (response) => {
      if (response.request().method() !== "POST" || !response.url().endsWith("/api/media")) return;
      ids.push(((await response.json()) as { id: number }).id);
    });
    await page.goto(`${CONSOLE}businesses`);
    await editor.click(page.getByRole("link", { name: "Add Business" }));
    await editor.type(field(page, "Business name"), name);
    await editor.type(field(page, "Paste coordinates or a map link"), "17.6, 106.3");
    await editor.type(page.getByRole("combobox", { name: /^Categories/ }), "cave");
    await editor.click(page.getByRole("option").first());
    await editor.click(page.getByRole("tab", { name: "Media & Details" }));
    await editor.drop(page.getByRole("group", { name: "Gallery" }), images);
    for (const image of images) {
      const description = page.getByRole("textbox", { name: `Image description: ${image}` });
      await editor.type(description, `What ${image} shows`);
      await editor.press("Enter");
      await expect(description).toBeHidden();
    }
    await editor.click(page.getByRole("button", { name: "Add opening hours" }));
    // Not public, because other tests count public places. An editor does not need these two.
    await page.getByRole("tab", { name: "Booking & Settings" }).click();
    await switchInput(page, "Active").uncheck();
    await editor.press("Control+s");
    await expect(toast(page, "Business created successfully")).toBeVisible();
    const id = Number(/businesses\/(\d+)/.exec(page.url())![1]);
    placeFactory.track(id);
    expect(await admin.place(id)).toMatchObject({ name, operatingHours: "Mo-Su 08:00-17:00" });
    expect((await admin.place(id)).gallery).toHaveLength(2);
    expect(editor.actions).toBeLessThanOrEqual(20);
    for (const image of ids) await admin.removeImage(image);
  });

  test("an article with a table, an image and a link to a place: at most 26", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const editor = new Editor(page);
    const place = await placeFactory.create({ name: unique("Hang Tối") });
    const title = unique("By boat to the dark");
    const ids: number[] = [];
    page.on("response", async (response) => {
      if (response.request().method() !== "POST" || !response.url().endsWith("/api/media")) return;
      ids.push(((await response.json()) as { id: number }).id);
    });
    await page.goto(`${CONSOLE}articles`);
    await editor.click(page.getByRole("link", { name: "Add Article" }));
    await editor.type(field(page, "Title"), title);
    await editor.press("Enter");
    await editor.type(field(page, "Summary"), "Where the water comes out.");
    const content = page.getByRole("textbox", { name: "Content *" });
    await editor.click(content);
    await editor.typeHere("Boats leave early. ");
    await editor.press("Control+k");
    const link = page.getByRole("dialog", { name: "Link" });
    await editor.type(link.getByRole("combobox"), place.name.replace("Hang Tối", "hang toi"));
    await editor.click(page.getByRole("option", { name: place.name }));
    await editor.press("Enter");
    await expect(link).toBeHidden();
    await editor.press("End");
    await editor.press("Enter");
    await editor.typeHere("/table");
    await editor.press("Enter");
    await expect(content.getByRole("table")).toBeVisible();
    await editor.typeHere("Wharf");
    await editor.paste(content, ["boat.png"]);
    await expect(content.locator('img[src^="/media/"]')).toBeVisible();
    await editor.type(field(page, "Paste coordinates or a map link"), "17.6085, 106.3001");
    await editor.press("Control+s");
    await expect(toast(page, "Article created successfully")).toBeVisible();
    const id = Number(/articles\/(\d+)/.exec(page.url())![1]);
    const stored = await admin.article(id);
    // The page would ask for the removed article.
    await page.goto("about:blank");
    await admin.removeArticle(id);
    for (const image of ids) await admin.removeImage(image);
    expect(stored.contentHtml).toContain("<table>");
    expect(stored.contentHtml).toContain(`/places/${place.slug}`);
    expect(stored.contentHtml).toMatch(/<img src="\/media\//);
    expect(editor.actions).toBeLessThanOrEqual(26);
  });

  test("the owner of a place: at most 4", async ({ page, admin, placeFactory }) => {
    const editor = new Editor(page);
    const place = await placeFactory.create();
    await openPlace(page, place);
    await editor.click(page.getByRole("tab", { name: "Booking & Settings" }));
    await editor.type(page.getByRole("combobox", { name: "Owner" }), "owner@");
    await editor.click(page.getByRole("option").first());
    await editor.press("Control+s");
    await expect(toast(page, "Business updated successfully")).toBeVisible();
    expect((await admin.place(place.id)).ownerId).not.toBeNull();
    expect(editor.actions).toBeLessThanOrEqual(4);
  });

  test("the approval of a place that waits: at most 2 @publishes", async ({ page, admin, placeFactory }) => {
    const editor = new Editor(page);
    const place = await placeFactory.create({
      ownerId: await userIdOf("business_owner"),
      isActive: false,
      name: unique("Quiet Grotto"),
    });
    await page.goto(CONSOLE);
    const waiting = page.getByRole("region", { name: "Waiting for you" });
    await editor.click(waiting.getByRole("link", { name: /from (an owner|owners) to approve$/ }));
    await editor.click(page.getByRole("button", { name: `Approve ${place.name}` }));
    await expect.poll(async () => (await admin.place(place.id)).isActive).toBe(true);
    expect(editor.actions).toBeLessThanOrEqual(2);
  });

  test("who changed a price yesterday: at most 2", async ({ page, admin, placeFactory }) => {
    const editor = new Editor(page);
    const place = await placeFactory.create({ priceRange: "$" });
    await admin.update(place.id, { priceRange: "$$" });
    await openPlace(page, place);
    await editor.click(page.getByRole("button", { name: "History" }));
    const version = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Price range" }).first();
    await expect(version).toBeVisible();
    expect(editor.actions).toBeLessThanOrEqual(2);
  });
});
