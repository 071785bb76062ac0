import { expect, positionOfWorker, test, unique } from "../fixtures";
import { FORD, GUESTHOUSE, GUESTHOUSE_SLUG } from "../samplePlaces";

const PATH = `/places/${GUESTHOUSE_SLUG}`;

// R63
test("a place shows name, local name, category badges and description", async ({ page }) => {
  await page.goto(PATH);
  const place = page.getByRole("article");
  await expect(place.getByRole("heading", { level: 1, name: GUESTHOUSE.name, exact: true })).toBeVisible();
  await expect(place.getByText(GUESTHOUSE.localName, { exact: true })).toHaveAttribute("lang", "vi");
  for (const paragraph of GUESTHOUSE.description.split("\n\n")) {
    await expect(place.getByText(paragraph, { exact: true })).toBeVisible();
  }
  await expect(place.getByRole("link", { name: "Food & Drink", exact: true })).toBeVisible();
  await place.getByRole("link", { name: "Accommodation", exact: true }).click();
  await expect(page).toHaveURL("/explore?category=accommodation");
});

// R63
test("a place without a description shows a general sentence", async ({ page }) => {
  await page.goto(`/places/${FORD.slug}`);
  await expect(
    page.getByText(
      `${FORD.name}, in the Phong Nha area, is listed under Recreation. There is no description yet`,
    ),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Good to know" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Visit Website/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^View on Google Maps/ })).toHaveAttribute(
    "href",
    `https://www.google.com/maps/search/?api=1&query=${FORD.latitude}%2C${FORD.longitude}`,
  );
});

// R64
test("a place shows its facts and its rating with one decimal", async ({ page }) => {
  await page.goto(PATH);
  const facts = page.getByRole("region", { name: "Good to know" });
  const expected = [
    ["Rating", "4.5 out of 5 (12 reviews • on Google)"],
    ["Address", GUESTHOUSE.address],
    ["Phone", GUESTHOUSE.phone],
    ["Opening hours", /Every day07:00–22:00Daily 7:00–22:00/],
    ["Price", "$$ (as of 2025)"],
    ["Commune", GUESTHOUSE.commune],
    ["Last confirmed open", "2025"],
  ] as const;
  await expect(facts.getByRole("term")).toHaveText(expected.map(([term]) => term));
  // Some have a button that confirms them.
  await expect(facts.getByRole("definition")).toContainText(expected.map(([, value]) => value));
});

// R409
test("a verified place shows the month of the check", async ({ page }) => {
  await page.goto("/places/phong-nha-cave");
  const place = page.getByRole("article");
  await expect(place.getByText("Location verified November 2026", { exact: true })).toBeVisible();
});

// R64
test("a place without a rating shows no rating", async ({ page }) => {
  await page.goto("/places/phong-nha-cave");
  await expect(page.getByRole("region", { name: "Good to know" })).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "Rating" })).toHaveCount(0);
  await expect(page.getByText("• on Google")).toHaveCount(0);
});

// R65
test("'Visit Website' opens the place's site in a new tab", async ({ page }) => {
  await page.goto(PATH);
  const link = page.getByRole("link", { name: "Visit Website (opens in a new tab)" });
  await expect(link).toHaveAttribute("href", GUESTHOUSE.website);
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);
  await page.goto("/places/phong-nha-cave");
  await expect(page.getByRole("link", { name: /Visit Website/ })).toHaveCount(0);
});

// R68
test("the location block has address, phone, map link and directions", async ({ page }) => {
  await page.goto(PATH);
  const location = page.getByRole("region", { name: "Location", exact: true });
  await expect(location.getByText(GUESTHOUSE.address, { exact: true })).toBeVisible();
  await expect(location.getByRole("link", { name: GUESTHOUSE.phone })).toHaveAttribute(
    "href",
    "tel:+842320000000",
  );
  await expect(location.getByRole("link", { name: /^View on Google Maps/ })).toHaveAttribute(
    "href",
    GUESTHOUSE.googleMapsUrl,
  );
  await expect(location.getByRole("link", { name: /^Get Directions/ })).toHaveAttribute(
    "href",
    `https://www.google.com/maps/dir/?api=1&destination=${GUESTHOUSE.latitude}%2C${GUESTHOUSE.longitude}`,
  );
});

// R68
test("a place with an approximate position says so", async ({ page, publicApi }) => {
  const rough = (await publicApi.places()).find(
    ({ coordinateConfidence }) => coordinateConfidence === "village-level",
  )!;
  await page.goto(`/places/${rough.slug}`);
  await expect(page.getByRole("region", { name: "Location", exact: true })).toContainText(
    "Location approximate",
  );
  await page.goto("/places/phong-nha-cave");
  await expect(page.getByRole("region", { name: "Location", exact: true })).toBeVisible();
  await expect(page.getByText("Location approximate")).toHaveCount(0);
});

// R61
test("photos are a carousel with a counter", async ({ page }) => {
  await page.goto(PATH);
  const pictures = page.getByRole("list", { name: `Photos of ${GUESTHOUSE.name}` }).getByRole("img");
  const count = page.getByRole("article").getByRole("status").filter({ hasText: "/" });
  await expect(count).toHaveText("1 / 2");
  await page.getByRole("button", { name: "Next photo" }).click();
  await expect(count).toHaveText("2 / 2");
  await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 });
  await page.getByRole("button", { name: "Next photo" }).click();
  await expect(count).toHaveText("1 / 2");
  await expect(pictures.first()).toBeInViewport({ ratio: 0.9 });
  await page.getByRole("list", { name: `Photos of ${GUESTHOUSE.name}` }).press("ArrowLeft");
  await expect(count).toHaveText("2 / 2");
  await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 });
});

// R66
test("a booking button leads to the stored booking link @desktop", async ({ page }) => {
  await page.goto(PATH);
  const link = page.getByRole("link", { name: "Book on Booking.com (opens in a new tab)" });
  await expect(link).toHaveAttribute("href", GUESTHOUSE.bookingComUrl);
  await page.goto("/places/phong-nha-cave");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Book / })).toHaveCount(0);
});

// R67
test("a direct booking contact becomes an email, web or phone link @desktop @publishes", async ({
  page,
  admin,
}) => {
  const hrefs = {
    "anhtrang@example.org": "mailto:anhtrang@example.org",
    "https://example.org/book": "https://example.org/book",
    "+84 232 000 0000": "tel:+842320000000",
  };
  for (const [directBookingContact, href] of Object.entries(hrefs)) {
    const place = await admin.create({
      name: unique("Quiet Homestay"),
      ...positionOfWorker(),
      categoryIds: [await admin.categoryId("accommodation")],
      bookingType: "direct",
      directBookingContact,
    });
    await page.goto(`/places/${place.slug}`);
    await expect(page.getByRole("link", { name: /^Book Directly/ })).toHaveAttribute("href", href);
    await admin.remove(place.id);
  }
});

// R78, R79
test.describe("photos of a place", () => {
  test("a link to a map is not an image and is not requested", async ({ page }) => {
    await page.goto(PATH);
    const pictures = page.getByRole("list", { name: `Photos of ${GUESTHOUSE.name}` }).getByRole("img");
    await expect(pictures).toHaveCount(2);
    await expect(pictures.first()).toHaveAttribute("src", GUESTHOUSE.imageUrl);
  });

  test("a broken image is replaced by the category's illustration, and that by a map pin", async ({
    page,
    monitor,
    publicApi,
  }) => {
    monitor.allow(/404|ERR_FAILED/);
    const { id } = await publicApi.place(GUESTHOUSE_SLUG);
    await page.route(`**${GUESTHOUSE.imageUrl}`, (route) => route.fulfill({ status: 404 }));
    await page.goto(PATH);
    const first = page
      .getByRole("list", { name: `Photos of ${GUESTHOUSE.name}` })
      .getByRole("img")
      .first();
    await expect(first).toHaveAttribute("src", `/scenes/stay-${id}.svg`);
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await page.route("**/scenes/**", (route) => route.abort());
    await page.reload();
    await expect(first.and(page.locator("span"))).toHaveAttribute("aria-label", `${GUESTHOUSE.name}, 1 / 2`);
    await expect(first.locator("svg")).toBeVisible();
  });

  test("each place without a photo has its own stable illustration", async ({ page }) => {
    await page.goto("/explore");
    const list = page.getByRole("list", { name: "Places found" });
    /** The path and illustration of each place, after the last card is rendered: the first ones are in the HTML. */
    const illustrations = async () => {
      await expect(list.locator("[style*='--count']")).toHaveCount(0);
      return await list.getByRole("listitem").evaluateAll((cards) =>
        cards.flatMap((card) => {
          const [link, image] = [card.querySelector("a"), card.querySelector("img[src^='/scenes/']")];
          return link && image ? [[link.pathname, image.getAttribute("src")] as const] : [];
        }),
      );
    };
    const before = await illustrations();
    expect(before.length).toBeGreaterThan(100);
    expect(new Set(before.map(([, source]) => source)).size).toBe(before.length);
    await page.reload();
    const after = new Map(await illustrations());
    expect(before.filter(([path, source]) => after.has(path) && after.get(path) !== source)).toEqual([]);
  });
});

// R201
test("a place has title, canonical address, social tags, JSON-LD and a sitemap entry @desktop", async ({
  page,
  request,
}) => {
  await page.goto(PATH);
  const origin = new URL(page.url()).origin;
  await expect(page).toHaveTitle(`${GUESTHOUSE.name} | Phong Nha Guide`);
  const content = (name: string) => page.locator(`meta[property="${name}"]`);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", origin + PATH);
  await expect(content("og:title")).toHaveAttribute("content", new RegExp(GUESTHOUSE.name));
  await expect(content("og:url")).toHaveAttribute("content", origin + PATH);
  await expect(content("og:description")).toHaveAttribute("content", /Six rooms over the river/);
  const described = await page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent ?? "")));
  expect(described).toContainEqual(
    expect.objectContaining({
      name: GUESTHOUSE.name,
      url: origin + PATH,
      telephone: GUESTHOUSE.phone,
      geo: expect.objectContaining({ latitude: GUESTHOUSE.latitude, longitude: GUESTHOUSE.longitude }),
    }),
  );
  expect(described).toContainEqual(expect.objectContaining({ "@type": "BreadcrumbList" }));
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`<loc>${origin}${PATH}</loc>`);
  expect(await (await request.get("/robots.txt")).text()).toContain(`${origin}/sitemap.xml`);
});

// R214
test("nearby places are listed nearest first and open in a dialog", async ({ page }) => {
  await page.goto(PATH);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  const nearby = page.getByRole("region", { name: "Nearby" });
  const link = nearby.getByRole("link").first();
  const name = (await link.textContent())!;
  await link.click();
  await expect(page.getByRole("dialog", { name })).toBeVisible();
});
