import type { MediaResponse, PlaceResponse } from "@karst/client";
import { Api, ORIGIN } from "../api";
import { createPng } from "../testImage";
import {
  expect,
  expectAccessible,
  expectDialogFocused,
  positionOfWorker,
  test as base,
  unique,
} from "../fixtures";
import { openSignedIn, createTraveler } from "../travelers";

interface PlaceWithImages {
  /** A place with two images of the library, for one test. */
  place: PlaceResponse;
  images: MediaResponse[];
}

const test = base.extend<PlaceWithImages>({
  images: async ({ admin }, provide) => {
    const images = [
      await admin.addImage(createPng(1400, 1000), "A boat enters the cave"),
      await admin.addImage(createPng(600, 900, [30, 60, 120]), "The river at dusk"),
    ];
    await provide(images);
    for (const { id } of images) await admin.removeImage(id);
  },
  place: async ({ admin, images }, provide) => {
    const [first, second] = images.map(({ url }) => url);
    await admin.updateImage(images[0]!.id, {
      caption: "At dawn",
      credit: "Linh Tran",
      focalX: 0.25,
      focalY: 1,
    });
    const place = await admin.create({
      name: unique("Pictured Grotto"),
      ...positionOfWorker(),
      categoryIds: [await admin.categoryId("surf")],
      imageUrl: first,
      gallery: [second!],
    });
    await provide(place);
    await admin.remove(place.id);
  },
});

// R208
test("the first image of a place is in the HTML with all widths and causes no layout shift @publishes", async ({
  page,
  place,
  images,
}) => {
  const stem = images[0]!.url.replace(".jpg", "");
  await expect(async () => {
    const html = await (await fetch(`${ORIGIN}/places/${place.slug}`)).text();
    const image = /<img[^>]*fetchPriority="high"[^>]*>/i.exec(html)?.[0] ?? "";
    expect(image).toContain(`${stem}-320.webp 320w`);
    expect(image).toContain(`${stem}-1400.webp 1400w`);
    expect(image).toContain('loading="eager"');
    expect(image).toContain("object-position:25% 100%");
    expect(image).toContain(`background:${images[0]!.color}`);
  }).toPass();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`/places/${place.slug}`);
  const image = page.getByRole("img", { name: "A boat enters the cave" });
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  // The file fits the screen: phones do not load the largest.
  const file = await image.evaluate((img: HTMLImageElement) => img.currentSrc);
  expect(file).toMatch(/-(640|1280|1400)\.webp$/);
  // A late font shifts the header by a fraction of a pixel, which is invisible.
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.filter((value) => value > 0.001)).toEqual([]);
});

// R62
test("'View all photos' opens a full-screen gallery with thumbnails, also by keyboard @publishes", async ({
  page,
  place,
}) => {
  await expect(async () => {
    await page.goto(`/places/${place.slug}`);
    await expect(page.getByText("1 / 2")).toBeVisible({ timeout: 1000 });
  }).toPass();
  const button = page.getByRole("button", { name: "View all photos" });
  await button.click();
  const gallery = page.getByRole("dialog", { name: `Photos of ${place.name}` });
  await expectDialogFocused(gallery);
  await expect(gallery.getByRole("img", { name: "A boat enters the cave" })).toBeInViewport();
  await expect(gallery.getByText("At dawn · Photo: Linh Tran")).toBeVisible();
  const count = gallery.getByRole("status");
  await expect(count).toHaveText("1 / 2");
  await gallery.getByRole("list", { name: `Photos of ${place.name}` }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(count).toHaveText("2 / 2");
  await expect(gallery.getByRole("img", { name: "The river at dusk" })).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page, "the photos of a place");
  const thumbnails = gallery.getByRole("list", { name: "All photos" });
  await expect(thumbnails.getByRole("button", { name: "Show photo 2" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await thumbnails.getByRole("button", { name: "Show photo 1" }).click();
  await expect(count).toHaveText("1 / 2");
  await gallery.getByRole("button", { name: "Next photo" }).click();
  await expect(count).toHaveText("2 / 2");
  await page.keyboard.press("Escape");
  await expect(gallery).toBeHidden();
  await expect(button).toBeFocused();
});

// R62
test("a place without photos says so", async ({ page }) => {
  await page.goto("/places/phong-nha-cave");
  await expect(page.getByText("No photos available")).toBeVisible();
  await expect(page.getByRole("button", { name: "View all photos" })).toHaveCount(0);
});

// R79, R302
test("a missing image is replaced by an illustration @publishes", async ({
  page,
  place,
  images,
  admin,
  monitor,
}) => {
  monitor.allow(/404 \(Not Found\)/);
  // The page is reloaded while its map starts.
  monitor.allow(/Worker failed to load/);
  await page.route(/\/media\//, (route) => route.fulfill({ status: 404 }));
  await expect(async () => {
    await page.goto(`/places/${place.slug}`);
    await expect(page.locator('main img[src^="/scenes/"]').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await admin.updateImage(images[0]!.id, { caption: null });
});

// R230
test("photos need a description, are private while their entry is pending, and public with it", async ({
  page,
  admin,
}) => {
  const traveler = await createTraveler("Linh", "Trần");
  const message = unique("Mist on the river");
  await openSignedIn(page, traveler, "/guestbook");
  await page.getByRole("button", { name: "Add Your Experience" }).first().click();
  const form = page.getByRole("form", { name: "Add your experience" });
  await form.getByLabel("Your experience").fill(message);
  const files = [1, 2, 3, 4].map((nth) => ({
    name: `photo-${nth}.png`,
    mimeType: "image/png",
    buffer: createPng(300 + nth, 200),
  }));
  const input = form.locator('input[type="file"]');
  await input.setInputFiles(files);
  await expect(form.getByRole("textbox", { name: /What does photo/ })).toHaveCount(3);
  await form.getByRole("button", { name: "Remove photo 3" }).click();
  await form.getByRole("button", { name: "Remove photo 2" }).click();
  await expectAccessible(page, "the form with photos");

  // The description is required for people who cannot see the photo.
  await form.getByRole("button", { name: "Add to the guestbook" }).click();
  await expect(form.getByText("Please describe the photo in a few words")).toHaveCount(1);
  await expect(form.getByRole("textbox", { name: "What does photo 1 show? (required)" })).toBeFocused();
  await expect(form.getByLabel("Your experience")).toHaveValue(message);
  await form.getByRole("textbox", { name: "What does photo 1 show?" }).fill("Mist over the Son");
  await form.getByRole("button", { name: "Add to the guestbook" }).click();
  await expect(form).toBeHidden();

  const [pendingEntry] = (await (await Api.signedIn(traveler)).entries()).filter(
    (entry) => entry.message === message,
  );
  const [photo] = pendingEntry!.pictures;
  expect((await fetch(ORIGIN + photo!.url)).status).toBe(404);
  // An entry that was just sent is shown expanded.
  await expect(page.getByRole("button", { name: /waiting for review/ })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  const ownPhoto = page.getByRole("img", { name: "Mist over the Son" });
  await expect
    .poll(() => ownPhoto.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(100);

  await admin.moderate(pendingEntry!.id, "approved");
  expect((await fetch(ORIGIN + photo!.url)).status).toBe(200);
  await expect(async () => {
    await page.goto("/guestbook");
    await expect(page.getByRole("img", { name: "Mist over the Son" }).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await admin.removeEntry(pendingEntry!.id);
});
