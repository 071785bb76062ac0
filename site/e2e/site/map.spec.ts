import type { Page } from "@playwright/test";
import { expect, expectDialogFocused, letPageRun, test } from "../fixtures";
import { GUESTHOUSE, GUESTHOUSE_SLUG } from "../samplePlaces";

// The camera jumps instead of animating, so each move has one end.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const region = (page: Page) => page.getByRole("region", { name: "Map of places", exact: true });
const card = (page: Page, name: string) =>
  page.getByRole("list", { name: "Places found" }).getByRole("link", { name, exact: true });
const pin = (page: Page, name: string) => region(page).getByRole("button", { name, exact: true });

/** The map's camera, from an attribute next to the canvas. */
async function view(page: Page) {
  const canvas = page.getByRole("main", { includeHidden: true }).locator("[data-view]");
  const [zoom, latitude, longitude] = (await canvas.getAttribute("data-view"))!.split("/").map(Number);
  return { zoom: zoom!, latitude: latitude!, longitude: longitude! };
}

/** Opens Explore and waits until the map is drawn. */
async function open(page: Page, path = "/explore") {
  await openMap(page, path);
  await expectDrawn(page);
}

/**
 * Opens Explore with the map in view. On phones a button opens it, unless the address does: before the address has been
 * read, the page shows the list and this button in any case.
 */
async function openMap(page: Page, path = "/explore") {
  await page.goto(path);
  if (!isPhone(page)) return;
  await expect(page.getByText("Loading businesses...")).toBeHidden();
  if (new URL(page.url()).searchParams.get("view") !== "map")
    await page.getByRole("button", { name: "Map", exact: true }).tap();
}

const isPhone = (page: Page) => page.viewportSize()!.width < 600;

const expectDrawn = (page: Page) =>
  expect(region(page)).toHaveAttribute("data-phase", "ready", { timeout: 20_000 });

/** A color as computed styles contain it. */
function rgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}

// R58
test("the map starts at the region's center and zoom @desktop", async ({ page }) => {
  await open(page);
  const { zoom, latitude, longitude } = await view(page);
  expect(zoom).toBeCloseTo(10, 1);
  expect(latitude).toBeCloseTo(17.48, 2);
  expect(longitude).toBeCloseTo(106.45, 2);
});

// R58
test("on a phone the map starts with most places in view @phone", async ({ page, publicApi }) => {
  await open(page);
  await expect.poll(async () => (await view(page)).zoom).toBeLessThan(9.5);
  const { zoom, latitude, longitude } = await view(page);
  const all = await publicApi.places();
  // Half of the map's width in degrees. About half of its height is not covered by the button and the cards.
  const across = (390 * 360) / (512 * 2 ** zoom) / 2;
  const inView = all.filter(
    (place) => Math.abs(place.longitude - longitude) < across && Math.abs(place.latitude - latitude) < across,
  );
  expect(inView.length / all.length).toBeGreaterThan(0.8);
});

// R54, R58
test("the map follows a search, and closing a place restores the view @desktop", async ({ page }) => {
  await open(page);
  const before = await view(page);
  await card(page, "Phong Nha Cave").click();
  await expectDialogFocused(page.getByRole("dialog", { name: "Phong Nha Cave" }));
  await expect.poll(async () => (await view(page)).zoom).toBe(15);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(() => view(page)).toEqual(before);
  await page.mouse.move(900, 700);
  await page.getByRole("combobox", { name: "Search places" }).fill("son doong");
  await expect.poll(async () => (await view(page)).zoom).toBeGreaterThan(11);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect.poll(async () => (await view(page)).zoom).toBeLessThan(11);
});

// R58
test("the map fits filtered places and stops at zoom 15", async ({ page, publicApi, isMobile }) => {
  const [only] = await publicApi.places("category=waterfall");
  await open(page, "/explore?category=waterfall");
  await expect
    .poll(() => view(page))
    .toEqual({
      zoom: 15,
      // On a phone, the button covers the lower part of the map.
      latitude: expect.closeTo(only!.latitude, isMobile ? 2 : 3),
      longitude: expect.closeTo(only!.longitude, 3),
    });
});

// R53, R54
test("the list can be limited to the visible map area, which the address keeps, until it is removed", async ({
  page,
  publicApi,
  isMobile,
}) => {
  await open(page);
  const limitToArea = region(page).getByRole("button", { name: "Search this area" });
  await expect(limitToArea).toBeHidden();
  const all = await publicApi.places();
  const { zoom } = await view(page);
  await region(page).getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(async () => (await view(page)).zoom).toBeCloseTo(zoom + 1, 1);
  await limitToArea.click();
  await expect(page).toHaveURL(/[?&]area=[\d.]+,[\d.]+,[\d.]+,[\d.]+/);
  const before = await view(page);
  const area = new URL(page.url()).searchParams.get("area")!.split(",").map(Number);
  const [west = 0, south = 0, east = 0, north = 0] = area;
  const inside = all.filter(
    ({ latitude, longitude }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );
  expect(inside.length).toBeLessThan(all.length);
  const removeArea = region(page).getByRole("button", {
    name: `${inside.length === 0 ? "No places" : inside.length === 1 ? "1 place" : `${inside.length} places`} here (remove the map area filter)`,
  });
  await expect(removeArea).toBeVisible();
  // The map would be fitted after 100 ms.
  await letPageRun(page, 300);
  expect(await view(page), "the map keeps its view").toEqual(before);

  const shared = page.url();
  await open(page, shared);
  if (isMobile) await page.getByRole("button", { name: "List", exact: true }).tap();
  await expect(page.getByRole("status").filter({ hasText: "found" })).toHaveText(
    `${inside.length} ${inside.length === 1 ? "place" : "places"} found · Filtered by Map area`,
  );
  await page.getByRole("button", { name: "Remove the map area filter", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "found" })).toHaveText(
    `${all.length} places found`,
  );
  expect(page.url()).not.toContain("area=");
});

// R54
test("All fits the map to all places after 100 ms @desktop", async ({ page, publicApi }) => {
  await page.clock.install();
  await open(page, "/explore?category=waterfall");
  await expect.poll(async () => (await view(page)).zoom).toBe(15);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page
    .getByRole("list", { name: "Categories" })
    .getByRole("button", { name: /^All\b/ })
    .click();
  await expect(page).toHaveURL("/explore");
  await page.clock.runFor(99);
  expect((await view(page)).zoom).toBe(15);
  await page.clock.runFor(1);
  await expect.poll(async () => (await view(page)).zoom).toBeLessThan(11);
  const { latitude, longitude } = await view(page);
  const all = await publicApi.places();
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  expect(latitude).toBeCloseTo(middle(all.map((place) => place.latitude)), 1);
  expect(longitude).toBeCloseTo(middle(all.map((place) => place.longitude)), 1);
});

// R57
test("hovering over a card pans to the place at zoom 14 or closer @desktop", async ({ page, publicApi }) => {
  const [first, second] = await publicApi.places("premium=true");
  await open(page);
  await card(page, first!.name).hover();
  await expect
    .poll(() => view(page))
    .toEqual({
      zoom: 14,
      latitude: expect.closeTo(first!.latitude, 3),
      longitude: expect.closeTo(first!.longitude, 3),
    });
  // A camera that is closer keeps its zoom.
  for (let at = 0; at < 2; at += 1) await region(page).getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(async () => (await view(page)).zoom).toBe(16);
  await card(page, second!.name).hover();
  await expect
    .poll(() => view(page))
    .toEqual({
      zoom: 16,
      latitude: expect.closeTo(second!.latitude, 3),
      longitude: expect.closeTo(second!.longitude, 3),
    });
});

// R58
test("an opened place is shown at zoom 15 @desktop", async ({ page, publicApi }) => {
  const [place] = await publicApi.places("premium=true");
  await open(page);
  await card(page, place!.name).click();
  await expect(page.getByRole("dialog", { name: place!.name })).toBeVisible();
  await expect
    .poll(() => view(page))
    .toEqual({
      zoom: 15,
      latitude: expect.closeTo(place!.latitude, 3),
      longitude: expect.closeTo(place!.longitude, 3),
    });
});

// R55, R56
test("a highlighted marker has 48 px and the color of its category, or gray @desktop", async ({
  page,
  publicApi,
}) => {
  const categories = new Map((await publicApi.categories()).map((category) => [category.slug, category]));
  expect(categories.get("transport")!.color, "a category without a color").toBeNull();
  await open(page);
  const all = await publicApi.places();
  for (const slug of ["cave", "accommodation", "attractions", "food-drink", "market", "transport"]) {
    const place = all.find(({ category }) => category?.slug === slug)!;
    await card(page, place.name).hover();
    const marker = pin(page, place.name);
    await expect(marker).toHaveCSS("background-color", rgb(categories.get(slug)!.color ?? "#6B7280"));
    await expect(marker).toHaveCSS("width", "48px");
    await expect(marker).toHaveCSS("height", "48px");
  }
});

// R55
test("the GeoJSON feed has the category color of each marker @desktop", async ({ request, publicApi }) => {
  const colors = new Map((await publicApi.categories()).map(({ slug, color }) => [slug, color]));
  const feed = (await (await request.get("/api/businesses.geojson")).json()) as {
    features: { properties: { category: string; color: string | null } }[];
  };
  expect(feed.features.length).toBe((await publicApi.places()).length);
  for (const { properties } of feed.features) expect(properties.color).toBe(colors.get(properties.category));
});

// R56
test("a marker has 36 px @desktop", async ({ page, publicApi }) => {
  const [only] = await publicApi.places("category=waterfall");
  await open(page, "/explore?category=waterfall");
  await expect.poll(async () => (await view(page)).zoom).toBe(15);
  const box = (await region(page).boundingBox())!;
  const clip = { x: box.x + box.width / 2 - 40, y: box.y + box.height / 2, width: 80, height: 1 };
  // The middle row of pixels: a disc in the category's color with a border of 2 px on each side.
  await expect(async () => {
    const shot = await page.screenshot({ clip });
    const width = await page.evaluate(
      async ([png, color]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext("2d")!;
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, 1);
        const rgb = [1, 3, 5].map((at) => parseInt(color!.slice(at, at + 2), 16));
        const hits = [...Array(image.width).keys()].filter((x) =>
          rgb.every((value, channel) => Math.abs(data[x * 4 + channel]! - value) < 110),
        );
        return hits.length ? hits.at(-1)! - hits[0]! + 1 : 0;
      },
      [shot.toString("base64"), only!.category!.color!],
    );
    expect(width + 2 * 2).toBeGreaterThanOrEqual(35);
    expect(width + 2 * 2).toBeLessThanOrEqual(37);
  }).toPass();
});

// R55
test("the first tap on a marker shows its name, the second opens the place @phone", async ({
  page,
  publicApi,
}) => {
  const [only] = await publicApi.places("category=waterfall");
  await open(page, "/explore?category=waterfall");
  await expect.poll(async () => (await view(page)).zoom).toBe(15);
  const box = (await region(page).boundingBox())!;
  await expect(async () => {
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(pin(page, only!.name)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await pin(page, only!.name).tap();
  await expect(page.getByRole("dialog", { name: only!.name })).toBeVisible();
});

// R55
test("hovering over a marker highlights it, and a click opens the place @desktop", async ({
  page,
  publicApi,
}) => {
  const [only] = await publicApi.places("category=waterfall");
  await open(page, "/explore?category=waterfall");
  await expect.poll(async () => (await view(page)).zoom).toBe(15);
  const box = (await region(page).boundingBox())!;
  await expect(async () => {
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 60);
    await page.mouse.move(box.x + box.width / 2 + 4, box.y + box.height / 2 + 4);
    await expect(pin(page, only!.name)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await pin(page, only!.name).click();
  await expect(page).toHaveURL(`/places/${only!.slug}`);
});

// R59
test("the map says that it loads and starts", async ({ page }) => {
  let releaseBasemap = () => {};
  const basemapHeld = new Promise<void>((resolve) => (releaseBasemap = resolve));
  await page.route("**/basemap/**", async (route) => {
    await basemapHeld;
    await route.continue();
  });
  let releaseLibrary = () => {};
  const libraryHeld = new Promise<void>((resolve) => (releaseLibrary = resolve));
  await holdMapLibrary(page, () => libraryHeld);
  await openMap(page);
  const frame = page.getByRole("region", { name: "Map of the places found" });
  await expect(frame.getByText("Loading map...", { exact: true })).toBeVisible();
  releaseLibrary();
  await expect(frame.getByText("Initializing map...", { exact: true })).toBeVisible();
  releaseBasemap();
  await expectDrawn(page);
  await expect(frame.getByText("Initializing map...", { exact: true })).toBeHidden();
});

// R59
test("a map that fails to load says so and can be retried", async ({ page, monitor }) => {
  monitor.allow(/ERR_FAILED|could not be loaded/);
  await page.route("**/api/businesses.geojson", (route) => route.abort());
  await openMap(page);
  const alert = region(page).getByRole("alert");
  await expect(alert.getByText("Failed to load map", { exact: true })).toBeVisible();
  await expect(alert.getByText("Please check your internet connection", { exact: true })).toBeVisible();
  await page.unroute("**/api/businesses.geojson");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
  await expectDrawn(page);
});

// R60
test("the map library is requested four times before a failure is reported @desktop", async ({
  page,
  monitor,
}) => {
  monitor.allow(/ERR_FAILED|could not be started|ChunkLoadError/);
  const requestCounts = new Map<string, number>();
  await holdMapLibrary(page, async (url) => {
    requestCounts.set(url, (requestCounts.get(url) ?? 0) + 1);
    return "abort";
  });
  await page.goto("/explore");
  await expect(region(page).getByText("Failed to load map", { exact: true })).toBeVisible();
  // The bundler's loader requests a script twice before it fails, so eight requests are four attempts.
  expect([4, 8]).toContain(Math.max(...requestCounts.values()));
  await page.unrouteAll();
  await region(page).getByRole("button", { name: "Try again" }).click();
  await expectDrawn(page);
});

// R69
test("the small map of a place starts at zoom 15", async ({ page }) => {
  await page.goto(`/places/${GUESTHOUSE_SLUG}`);
  const locationMap = page.getByRole("region", { name: `Map of ${GUESTHOUSE.name}` });
  await page.getByRole("heading", { name: "Location", exact: true }).scrollIntoViewIfNeeded();
  await expect(locationMap).toBeVisible();
  await expect(locationMap.getByText("Initializing map...")).toBeHidden({ timeout: 20_000 });
  const [zoom, latitude, longitude] = (await locationMap
    .locator("[data-view]")
    .getAttribute("data-view"))!.split("/");
  expect(Number(zoom)).toBe(15);
  expect(Number(latitude)).toBeCloseTo(GUESTHOUSE.latitude, 3);
  expect(Number(longitude)).toBeCloseTo(GUESTHOUSE.longitude, 3);
});

// R69
test("the small map says that it is unavailable if it fails to load", async ({ page, monitor }) => {
  monitor.allow(/ERR_FAILED|could not be started|ChunkLoadError/);
  await holdMapLibrary(page, async () => "abort");
  await page.goto(`/places/${GUESTHOUSE_SLUG}`);
  await page.getByRole("heading", { name: "Location", exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByText("Map unavailable", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "View on Google Maps" })).toBeVisible();
});

/** Calls `gate` before the script with the map library is delivered; "abort" rejects the request. */
async function holdMapLibrary(page: Page, gate: (url: string) => Promise<"abort" | void>): Promise<void> {
  await page.route("**/_next/static/**/*.js", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    if (!text.includes("maplibregl-canvas-container")) return route.fulfill({ response });
    if ((await gate(route.request().url())) === "abort") return route.abort();
    return route.fulfill({ response });
  });
}
