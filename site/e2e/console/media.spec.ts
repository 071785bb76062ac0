import { ORIGIN } from "../api";
import { createPng } from "../testImage";
import {
  chooseFiles,
  CONSOLE,
  editImagesAsText,
  expect,
  expectAccessible,
  field,
  openTab,
  test,
  toast,
  unique,
} from "./fixtures";

const file = (name: string, buffer = createPng()) => ({ name, mimeType: "image/png", buffer });

// R208
test("an image is uploaded, described, given a focal point and found again @phone", async ({
  page,
  signIn,
  admin,
  monitor,
}) => {
  // Concurrent tests remove their images while the library shows them.
  monitor.allow(/404 \(Not Found\) \(\S+\/media\//);
  await signIn("admin");
  await page.goto(`${CONSOLE}media`);
  const name = unique("boat").replace(" ", "-");
  await page
    .getByLabel("Add images")
    .locator('input[type="file"]')
    .setInputFiles(file(`${name}.png`));
  const dialog = page.getByRole("dialog", { name: "Edit Image" });
  await expect(dialog.getByText(`${name}.png · 1400 × 1000`)).toBeVisible();
  await expect(dialog.getByText("Not in use")).toBeVisible();
  const alt = unique("Thuyền ở Hang Én");
  await dialog.getByLabel("Description").fill(alt);
  await dialog.getByRole("slider", { name: "Horizontal position" }).focus();
  for (let n = 0; n < 10; n += 1) await page.keyboard.press("ArrowLeft");
  await expectAccessible(page, "a picture");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Image saved")).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByLabel("Search images").fill(alt.normalize("NFD").replace("Thuyền", "thuyen"));
  const found = page.getByRole("link", { name: `Edit ${alt}` });
  await expect(found).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page, "the library");
  const id = Number(/\/media\/(\d+)/.exec((await found.getAttribute("href")) ?? "")?.[1]);
  await found.click();
  await expect(dialog.getByRole("slider", { name: "Horizontal position" })).toHaveValue("0.4");

  await dialog.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("dialog", { name: "Delete this image?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByText("Image deleted")).toBeVisible();
  await expect(found).toHaveCount(0);
  await expect(admin.removeImage(id)).rejects.toThrow("404");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Image restored everywhere")).toBeVisible();
  await expect(found).toHaveCount(1);
  await admin.removeImage(id);
});

// R302
test("a file that is no image is rejected with a reason, and the others are uploaded", async ({
  page,
  signIn,
  admin,
  monitor,
}) => {
  monitor.allow(/422 \(/);
  await signIn("admin");
  await page.goto(`${CONSOLE}media`);
  const alert = page.getByRole("alert").filter({ hasText: "evil.png could not be added" });
  const html = file("evil.png", Buffer.from("<!doctype html><script>alert(1)</script>"));
  const validName = unique("raft").replace(" ", "-");
  // Dropped like a file from a file manager.
  const dropped = await page.evaluateHandle(
    (files) => {
      const all = new DataTransfer();
      for (const { name, bytes } of files)
        all.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
      return all;
    },
    [html, file(`${validName}.png`, createPng(60, 40))].map(({ name, buffer }) => ({
      name,
      bytes: [...buffer],
    })),
  );
  await page.getByRole("group", { name: "Add images" }).dispatchEvent("drop", { dataTransfer: dropped });
  await expect(alert).toContainText("This file is not an image: please upload a JPEG, PNG, WebP or GIF");
  const uploaded = page.getByRole("link", { name: `Edit ${validName}.png` });
  await expect(uploaded).toBeVisible();
  const id = Number(/\/media\/(\d+)/.exec((await uploaded.getAttribute("href")) ?? "")?.[1]);
  await alert.getByRole("button", { name: "Dismiss evil.png" }).click();
  await expect(alert).toBeHidden();
  await admin.removeImage(id);
});

// R208
test("a place's images are chosen from the library and replaced everywhere @publishes", async ({
  page,
  signIn,
  admin,
  placeFactory,
}) => {
  const alt = unique("A boat on the Son");
  const picture = await admin.addImage(createPng(), alt);
  const place = await placeFactory.create({ isActive: true });
  await signIn("admin");
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  await openTab(page, "Media & Details");
  await page.getByRole("button", { name: "Choose from library: Image" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image" });
  await picker.getByLabel("Search images").fill(alt);
  await picker.getByRole("checkbox", { name: alt }).check();
  await expectAccessible(page, "the picker");
  await picker.getByRole("button", { name: "Use image" }).click();
  await expect(page.getByRole("list", { name: "Image", exact: true }).getByText(alt)).toBeVisible();
  await editImagesAsText(page, "Image");
  await expect(field(page, "Image")).toHaveValue(picture.url);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Business updated successfully")).toBeVisible();
  const shows = (url: string) =>
    expect(async () => {
      const html = await (await fetch(`${ORIGIN}/places/${place.slug}`)).text();
      expect(html).toContain(url.replace(".jpg", "-640.webp"));
    }).toPass();
  await shows(picture.url);

  await page.goto(`${CONSOLE}media/${picture.id}`);
  const dialog = page.getByRole("dialog", { name: "Edit Image" });
  await expect(dialog.getByRole("link", { name: place.name })).toBeVisible();
  const replaceButton = dialog.getByRole("button", { name: "Replace file" });
  await chooseFiles(replaceButton, file("raft.png", createPng(900, 700, [120, 40, 40])));
  await expect(page.getByText("Image replaced everywhere")).toBeVisible();
  const after = await admin.place(place.id);
  expect(after.imageUrl).not.toBe(picture.url);
  await shows(after.imageUrl!);
  await admin.removeImage(picture.id);
});

// R208
test("images are uploaded into a place's gallery, described there and sorted @desktop", async ({
  page,
  signIn,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create({ gallery: ["/scenes/water-3.svg"] });
  await signIn("admin");
  await page.goto(`${CONSOLE}businesses/${place.id}`);
  await openTab(page, "Media & Details");
  const names = [unique("boat"), unique("raft")].map((name) => `${name.replace(" ", "-")}.png`);
  const [boat, raft] = names as [string, string];
  const ids: number[] = [];
  page.on("response", async (response) => {
    if (response.request().method() !== "POST" || !response.url().endsWith("/api/media")) return;
    ids.push(((await response.json()) as { id: number }).id);
  });
  await chooseFiles(page.getByRole("button", { name: "Add images: Gallery" }), [
    file(boat, createPng(300, 200, [30, 90, 60])),
    file(raft, createPng(300, 200, [90, 30, 60])),
  ]);
  const gallery = page.getByRole("list", { name: "Gallery" });
  await expect(gallery.getByRole("listitem")).toHaveCount(3);
  const description = (name: string) => page.getByRole("textbox", { name: `Image description: ${name}` });
  await description(boat).fill("A boat on the Son");
  await expectAccessible(page, "images without descriptions");
  await description(boat).press("Enter");
  await expect(description(boat)).toBeHidden();
  await expect(description(raft)).toBeFocused();
  await description(raft).fill("A raft");
  await page.getByRole("button", { name: `Save description: ${raft}` }).click();
  await expect(description(raft)).toBeHidden();

  const status = page.getByRole("group", { name: "Gallery" }).getByRole("status");
  const earlier = page.getByRole("button", { name: "Move earlier: A raft" });
  await earlier.press("Enter");
  await expect(status).toHaveText("Moved to 2 of 3");
  await expect(earlier).toBeFocused();
  await earlier.press("Enter");
  await expect(status).toHaveText("Moved to 1 of 3");
  // Dragged by the mouse to the end.
  const [first, last] = [gallery.locator("img").first(), gallery.locator("img").last()];
  // Not under the save bar.
  await gallery.evaluate((list) => list.scrollIntoView({ block: "center" }));
  const [from, to] = [(await first.boundingBox())!, (await last.boundingBox())!];
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
  await page.mouse.up();
  await expect(gallery.getByRole("listitem").last()).toContainText("A raft");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  const { gallery: saved, pictures } = await admin.place(place.id);
  const altOf = (url: string) => pictures.find((picture) => picture.url === url)?.alt ?? url;
  expect(saved.map(altOf)).toEqual(["/scenes/water-3.svg", "A boat on the Son", "A raft"]);

  await page.getByRole("button", { name: "Remove: A boat on the Son" }).click();
  await expect(gallery.getByRole("listitem")).toHaveCount(2);
  await expect(page.locator('button[aria-label="Add images: Gallery"]')).toBeFocused();
  for (const id of ids) await admin.removeImage(id);
});

// R230
test("moderators see the photos of a pending entry", async ({ page, signIn, admin }) => {
  const body = new FormData();
  body.append("purpose", "entry");
  body.append("alt", "Mist over the Son");
  body.append("file", new Blob([new Uint8Array(createPng(400, 300))]), "photo.png");
  const headers = { authorization: `Bearer ${admin.token}` };
  const response = await fetch(`${ORIGIN}/api/media`, { method: "POST", headers, body });
  const { id } = (await response.json()) as { id: number };
  const message = unique("Mist on the river");
  const entry = await admin.writeEntry(message, { pictureIds: [id] });
  await signIn("admin");
  await page.goto(
    `${CONSOLE}guestbook?filter=${encodeURIComponent(JSON.stringify({ status: "pending", q: message }))}`,
  );
  await page.goto(`${CONSOLE}moderation`);
  await expect(page.getByText(message).first()).toBeVisible();
  const photo = page.getByRole("img", { name: "Mist over the Son" }).first();
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  await admin.removeEntry(entry.id);
});
