import type { PlaceResponse, UserResponse } from "@karst/client";
import type { Page } from "@playwright/test";
import {
  editImagesAsText,
  selectInput,
  CONSOLE,
  expect,
  expectAccessible,
  field,
  switchInput,
  openPlace,
  openTab,
  chooseOption,
  tab,
  TABS,
  test,
  toast,
  unique,
  type Tab,
} from "./userFixtures";

test.use({ hasWebGl: false });

test.beforeEach(({ signIn }) => signIn("admin"));

const IMAGE = "Image URL must be a valid URL or relative path starting with /";

/** Invalid input by tab and label, with the message that appears below the field. */
const INVALID: Record<Tab, [label: string, typed: string, sentence: string][]> = {
  "Business Information": [
    ["Business name", "   ", "Business name is required"],
    ["Latitude", "", "Latitude is required"],
    ["Longitude", "", "Longitude is required"],
    ["Google Maps link", "maps", "Google Maps URL must be a valid URL"],
    ["Email", "nobody", "Valid email is required"],
    ["Website", "example", "Website must be a valid URL starting with http:// or https://"],
  ],
  "Media & Details": [
    ["Image", "caves/1.jpg", IMAGE],
    ["Gallery", "/scenes/stay-7.svg, nonsense", `${IMAGE} (item 2)`],
  ],
  "Booking & Settings": [
    ["Affiliate link", "here", "Affiliate link must be a valid URL"],
    ["Booking.com link", "there", "Booking.com URL must be a valid URL"],
    ["Agoda link", "javascript:alert(1)", "Agoda URL must be a valid URL"],
  ],
  "Rating & Reviews": [
    ["Rating", "5.1", "Rating must be between 1 and 5"],
    ["Number of reviews", "-1", "Review count must be 0 or more"],
    ["Reviews", "Quiet at night.", "Reviews must be a list, each with an author, rating and text"],
  ],
};

/** Shows the lists and the hours of this tab as text. */
async function editAsText(page: Page, name: Tab) {
  const closed = page.locator('button:not([aria-expanded="true"])');
  const buttons = page
    .getByRole("tabpanel", { name })
    .getByRole("button", { name: /^Edit as text/ })
    .and(closed);
  while ((await buttons.count()) > 0) await buttons.first().click();
}

async function selectBookingType(page: Page, type: string) {
  await selectInput(page, "Booking").click();
  await chooseOption(page.getByRole("option", { name: type }));
}

/** Selects the owner by the email address. */
async function selectOwner(page: Page, { email }: UserResponse) {
  await selectInput(page, "Owner").fill(email);
  await chooseOption(page.getByRole("option", { name: email }));
}

test("a category is found without its marks, and selected by keyboard @desktop", async ({
  page,
  admin,
  placeFactory,
}) => {
  const name = unique("Động Khô");
  const category = await admin.addCategory({ name });
  try {
    await openPlace(page, await placeFactory.create());
    await page.getByRole("combobox", { name: /^Categories/ }).fill(name.replace("Động Khô", "dong kho"));
    await expect(page.getByRole("option")).toHaveText([name]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tabpanel").getByText(name)).toBeVisible();
  } finally {
    await admin.removeCategory(category.id);
  }
});

test("the save bar never covers the focused field or its message @desktop", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${CONSOLE}businesses/create`);
  await field(page, "Business name").fill("Quiet Grotto");
  const categories = page.getByRole("combobox", { name: /^Categories/ });
  await categories.click();
  await chooseOption(page.getByRole("option").first());
  await page.keyboard.press("Escape");
  await field(page, "Latitude").fill("17.6");
  await field(page, "Longitude").fill("106.3");
  await field(page, "Website").fill("example");
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press("Control+s");
  await expect(field(page, "Website")).toBeFocused();
  const message = page.getByText("Website must be a valid URL starting with http:// or https://");
  const bar = (await page.getByRole("button", { name: "Save" }).boundingBox())!;
  await expect
    .poll(async () => {
      const { y, height } = (await message.boundingBox())!;
      return y + height;
    })
    .toBeLessThan(bar.y);
});

test("a save without a network reports it, keeps the text and can be retried @desktop", async ({
  page,
  context,
  admin,
  placeFactory,
  monitor,
}) => {
  // The map's tiles fail too.
  monitor.allow(/ERR_INTERNET_DISCONNECTED|useBaseMap/);
  const place = await placeFactory.create();
  await openPlace(page, place);
  await field(page, "Phone").fill("0232 000 1122");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save" }).click();
  const failure = page.getByText("Couldn't save: the server can't be reached. Your changes are still here.");
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  expect((await admin.place(place.id)).phone).toBeNull();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  await expect(failure).toBeHidden();
  expect((await admin.place(place.id)).phone).toBe("0232 000 1122");
});

/**
 * Lets the first call of `method` reach the server and drops its response. Collects the `Idempotency-Key` of each call.
 */
async function loseResponse(page: Page, path: string, method: "POST" | "PUT") {
  const keys: (string | undefined)[] = [];
  const ids: number[] = [];
  await page.route(path, async (route, request) => {
    if (request.method() !== method) return route.continue();
    keys.push(request.headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    const response = await route.fetch();
    expect(response.ok(), "the server has saved").toBe(true);
    ids.push(((await response.json()) as PlaceResponse).id);
    await route.abort("connectionreset");
  });
  return { keys, ids };
}

// R438
test("a new place whose response is lost is created once, and Try again opens it @desktop", async ({
  page,
  admin,
  placeFactory,
  monitor,
}) => {
  monitor.allow(/ERR_CONNECTION_RESET/);
  const name = unique("Lost Grotto");
  const { keys, ids } = await loseResponse(page, "**/api/businesses", "POST");
  await page.goto(`${CONSOLE}businesses/create`);
  await field(page, "Business name").fill(name);
  await field(page, "Paste coordinates or a map link").fill("17.6, 106.3");
  await page.getByRole("combobox", { name: /^Categories/ }).click();
  await chooseOption(page.getByRole("option").first());
  await page.keyboard.press("Escape");
  await openTab(page, "Booking & Settings");
  // Not public, because other tests count public places.
  await switchInput(page, "Active").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("Couldn't save: the server can't be reached. Your changes are still here."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(toast(page, "Business created successfully")).toBeVisible();
  await expect(page).toHaveURL(`${CONSOLE}businesses/${ids[0]}`);
  placeFactory.track(ids[0]!);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  const found = await admin.places(`showAll=true&q=${encodeURIComponent(name)}`);
  expect(found.filter((place) => place.name === name).map(({ id }) => id)).toEqual(ids);
});

// R207
test("a change whose response is lost is saved by Try again without a false conflict @desktop", async ({
  page,
  admin,
  placeFactory,
  monitor,
}) => {
  monitor.allow(/ERR_CONNECTION_RESET/);
  const place = await placeFactory.create({ phone: "1" });
  await openPlace(page, place);
  await loseResponse(page, `**/api/businesses/${place.id}`, "PUT");
  await field(page, "Phone").fill("0232 000 1122");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("Couldn't save: the server can't be reached. Your changes are still here."),
  ).toBeVisible();
  const saved = await admin.place(place.id);
  expect(saved.phone).toBe("0232 000 1122");
  expect(saved.version).toBeGreaterThan(place.version);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  await expect(page.getByText("Someone else changed this business")).toHaveCount(0);
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect((await admin.place(place.id)).version).toBe(saved.version);
});

// R127, R130, R131, R132, R133
test("each field shows its message, tabs count errors, and typed text is kept @phone", async ({ page }) => {
  await page.goto(`${CONSOLE}businesses/create`);
  await expect(page.getByRole("tab")).toHaveText([...TABS]);
  await openTab(page, "Booking & Settings");
  await switchInput(page, "Recommended").check();
  await selectBookingType(page, "Through an affiliate link");
  for (const name of TABS) {
    await openTab(page, name);
    await editAsText(page, name);
    for (const [label, typed] of INVALID[name]) await field(page, label).fill(typed);
  }
  await page.getByRole("button", { name: "Save" }).click();

  // Categories are the only field that is not a text.
  const errors = (name: Tab) => INVALID[name].length + (name === "Business Information" ? 1 : 0);
  await expect(page.getByRole("tabpanel", { name: TABS[0] })).toBeVisible();
  await expect(field(page, "Business name")).toBeFocused();
  for (const name of TABS)
    await expect(tab(page, name)).toHaveAccessibleName(`${name}, ${errors(name)} errors`);
  await expect(page.getByText("15 fields need your attention")).toBeVisible();
  const categories = page.getByRole("combobox", { name: /^Categories/ });
  await expect(categories).toHaveAccessibleDescription("At least one category is required");
  await expect(categories).toHaveAttribute("aria-invalid", "true");
  for (const name of TABS) {
    await openTab(page, name);
    for (const [label, typed, message] of INVALID[name]) {
      const input = field(page, label);
      await expect(input, label).toHaveAccessibleDescription(message);
      await expect(input, label).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByText(message, { exact: true }), label).toBeVisible();
      await expect(input, label).toHaveValue(typed);
    }
  }
  await openTab(page, "Booking & Settings");
  await expect(switchInput(page, "Recommended")).toBeChecked();
  await expect(page).toHaveURL(`${CONSOLE}businesses/create`);

  // A corrected field loses its message, and its tab counts one error less.
  await field(page, "Agoda link").fill("");
  await expect(field(page, "Agoda link")).not.toHaveAttribute("aria-invalid", "true");
  await expect(tab(page, "Booking & Settings")).toHaveAccessibleName("Booking & Settings, 2 errors");
});

const openPlaceTab = async (page: Parameters<typeof openPlace>[0], place: PlaceResponse, name: Tab) => {
  await openPlace(page, place);
  await openTab(page, name);
};

// R132
test("an image address is a path or URL of up to 1000 characters", async ({
  page,
  admin,
  placeFactory,
  monitor,
}) => {
  // A path is shown as an image at once, also a missing one.
  monitor.allow(/404 \(Not Found\) \(\S+\/a+\)/);
  const place = await placeFactory.create();
  await openPlaceTab(page, place, "Media & Details");
  await editImagesAsText(page, "Image");
  const picture = field(page, "Image");
  const save = page.getByRole("button", { name: "Save" });
  await picture.fill(`/${"a".repeat(1000)}`);
  await save.click();
  await expect(picture).toHaveAccessibleDescription("Image URL must be less than 1000 characters");
  for (const typed of ["ftp://example.org/1.jpg", "//example.org/1.jpg", "data:image/png;base64,AA"]) {
    await picture.fill(typed);
    await expect(picture, typed).toHaveAccessibleDescription(IMAGE);
  }
  await picture.fill("/scenes/water-3.svg");
  await save.click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect((await admin.place(place.id)).imageUrl).toBe("/scenes/water-3.svg");
});

// R133
test("a rating is 1 to 5 in steps of 0.1, the review count is an integer, reviews are JSON", async ({
  page,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  await openPlaceTab(page, place, "Rating & Reviews");
  await editAsText(page, "Rating & Reviews");
  const cases: [string, string, string][] = [
    ["Rating", "0.9", "Rating must be between 1 and 5"],
    ["Rating", "4.55", "Rating can have at most one decimal place"],
    ["Number of reviews", "1.5", "Review count must be a whole number"],
    ["Reviews", '[{"author": "Linh T."', "Reviews must be a list, each with an author, rating and text"],
    ["Reviews", '[{"rating": 5, "text": "Good."}]', "Review author is required (item 1)"],
    [
      "Reviews",
      '[{"author": "Linh T.", "rating": 6, "text": "Good."}]',
      "Review rating must be between 1 and 5 (item 1)",
    ],
  ];
  await page.getByRole("button", { name: "Save" }).focus();
  for (const [label, typed, message] of cases) {
    await field(page, label).fill(typed);
    await field(page, label).blur();
    await expect(field(page, label), typed).toHaveAccessibleDescription(message);
    await expect(field(page, label)).toHaveValue(typed);
  }
  await expect(field(page, "Rating")).toHaveAttribute("step", "0.1");
  await field(page, "Rating").fill("4.7");
  await field(page, "Number of reviews").fill("0");
  await field(page, "Reviews").fill('[{"author": "Linh T.", "rating": 5, "text": "Good."}]');
  await page.getByRole("button", { name: "Edit as a list: Reviews" }).click();
  await expect(page.getByRole("group", { name: "Review 1" }).getByLabel("Author")).toHaveValue("Linh T.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  const saved = await admin.place(place.id);
  expect(saved.rating).toBe(4.7);
  expect(saved.reviews).toEqual([{ author: "Linh T.", rating: 5, text: "Good." }]);
});

// R134
test("comma-separated gallery, tags and amenities are sent as lists", async ({ page, placeFactory }) => {
  const place = await placeFactory.create();
  await openPlaceTab(page, place, "Media & Details");
  await editAsText(page, "Media & Details");
  await field(page, "Gallery").fill(" /scenes/water-3.svg ,, /scenes/stay-7.svg,");
  await field(page, "Tags").fill(" river,  , cold water ,");
  await field(page, "Amenities").fill(",wifi,parking ,");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await sent).postDataJSON()).toEqual({
    gallery: ["/scenes/water-3.svg", "/scenes/stay-7.svg"],
    tags: ["river", "cold water"],
    amenities: ["wifi", "parking"],
  });
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  await expect(field(page, "Tags")).toHaveValue("river, cold water");
});

/** The text that is typed into each field, by tab. */
const TYPED: Record<Tab, Record<string, string>> = {
  "Business Information": {
    "Local name": "Hang Tĩnh Lặng",
    Description: "First line.\n\nSecond line.",
    Latitude: "17.61234",
    Longitude: "106.29876",
    "Google Maps link": "https://www.google.com/maps/place/quiet",
    Address: "12 Đường Trần Hưng Đạo",
    Commune: "Phong Nha",
    Phone: "+84 232 111 1111",
    Email: "quiet@example.org",
    Website: "https://www.example.org/quiet",
  },
  "Media & Details": {
    Image: "/scenes/stay-7.svg",
    Gallery: "/scenes/water-3.svg, /scenes/stay-7.svg",
    "Opening hours in words": "Daily 7:00–16:00",
    "Opening hours as text": "Mo-Su 07:00-16:00",
    "Price range": "$$",
    Tags: "echo, dark",
    Amenities: "wifi, parking",
    Tagline: "Listen twice.",
    Sources: "A walk\nA talk",
    "Last confirmed": "2025",
  },
  "Booking & Settings": {
    "Affiliate link": "https://www.example.org/affiliate",
    "Booking.com link": "https://www.booking.com/quiet",
    "Agoda link": "https://www.agoda.com/quiet",
  },
  "Rating & Reviews": {
    Rating: "4.5",
    "Number of reviews": "12",
    Reviews: JSON.stringify([{ author: "Linh T.", rating: 5, text: "Quiet." }], null, 2),
  },
};

// R129, R131, R135
test("every field of a place is saved and shown after a reload", async ({ page, admin, placeFactory }) => {
  test.slow();
  const place = await placeFactory.create();
  const owner = (await admin.place(place.id)).ownerId;
  expect(owner).toBeNull();
  const name = unique("Renamed Grotto");
  const slug = name.toLowerCase().replaceAll(" ", "-");
  await openPlace(page, place);
  TYPED["Business Information"]["Business name"] = name;
  TYPED["Business Information"]["Page address"] = slug;
  await openTab(page, "Booking & Settings");
  await expect(selectInput(page, "Booking")).toHaveText("No booking");
  await selectBookingType(page, "Through an affiliate link");
  for (const one of TABS) {
    await openTab(page, one);
    await editAsText(page, one);
    for (const [label, typed] of Object.entries(TYPED[one])) await field(page, label).fill(typed);
  }

  await openTab(page, "Business Information");
  const second = (await admin.categories()).find(({ slug: known }) => known === "food-drink")!;
  await page.getByRole("combobox", { name: /^Categories/ }).click();
  await chooseOption(page.getByRole("option", { name: second.name, exact: true }));
  await page.keyboard.press("Escape");
  await selectInput(page, "Location accuracy").click();
  await chooseOption(page.getByRole("option", { name: "Exact" }));
  await openTab(page, "Booking & Settings");
  const flags = ["Inquiry form", "Location verified", "Premium", "Recommended"];
  for (const label of flags) {
    await expect(switchInput(page, label)).not.toBeChecked();
    await switchInput(page, label).check();
  }
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();

  const saved = await admin.place(place.id);
  expect(saved).toMatchObject({
    name,
    slug,
    localName: "Hang Tĩnh Lặng",
    description: "First line.\n\nSecond line.",
    latitude: 17.61234,
    longitude: 106.29876,
    coordinateConfidence: "surveyed",
    googleMapsUrl: "https://www.google.com/maps/place/quiet",
    address: "12 Đường Trần Hưng Đạo",
    commune: "Phong Nha",
    phone: "+84 232 111 1111",
    email: "quiet@example.org",
    website: "https://www.example.org/quiet",
    categoryIds: [...place.categoryIds, second.id],
    imageUrl: "/scenes/stay-7.svg",
    gallery: ["/scenes/water-3.svg", "/scenes/stay-7.svg"],
    hours: "Daily 7:00–16:00",
    operatingHours: "Mo-Su 07:00-16:00",
    priceRange: "$$",
    tags: ["echo", "dark"],
    amenities: ["wifi", "parking"],
    featuredText: "Listen twice.",
    sources: ["A walk", "A talk"],
    lastSeenYear: 2025,
    bookingType: "affiliate",
    directBookingContact: null,
    affiliateLink: "https://www.example.org/affiliate",
    bookingComUrl: "https://www.booking.com/quiet",
    agodaUrl: "https://www.agoda.com/quiet",
    enquiryFormEnabled: true,
    isActive: false,
    isVerified: true,
    isPremium: true,
    isRecommended: true,
    rating: 4.5,
    reviewCount: 12,
    reviews: [{ author: "Linh T.", rating: 5, text: "Quiet." }],
    createdAt: place.createdAt,
  });
  expect(Date.parse(saved.updatedAt)).toBeGreaterThan(Date.parse(place.updatedAt));

  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  for (const one of TABS) {
    await openTab(page, one);
    await editAsText(page, one);
    for (const [label, typed] of Object.entries(TYPED[one])) {
      await expect(field(page, label), label).toHaveValue(typed);
    }
  }
  await openTab(page, "Business Information");
  for (const category of [place.category!.name, second.name]) {
    await expect(page.getByRole("tabpanel").getByText(category, { exact: true })).toBeVisible();
  }
  await expect(selectInput(page, "Location accuracy")).toHaveText("Exact");
  await openTab(page, "Booking & Settings");
  await expect(selectInput(page, "Booking")).toHaveText("Through an affiliate link");
  for (const label of flags) await expect(switchInput(page, label)).toBeChecked();
  await expect(switchInput(page, "Active")).not.toBeChecked();
  const record = page.getByRole("complementary", { name: "Record details" });
  for (const fact of [`/places/${slug}`, "Updated", "Created", "None", String(place.id)]) {
    await expect(record).toContainText(fact);
  }
});

// R129, R136
test("a new place is active by default, and a toast confirms it", async ({ page, admin, placeFactory }) => {
  const name = unique("Added Grotto");
  await page.goto(`${CONSOLE}businesses/create`);
  await field(page, "Business name").fill(name);
  await field(page, "Paste coordinates or a map link").fill("17.6085, 106.3001");
  await expect(field(page, "Latitude")).toHaveValue("17.6085");
  await expect(field(page, "Longitude")).toHaveValue("106.3001");
  const cave = (await admin.categories()).find(({ slug }) => slug === "cave")!;
  await page.getByRole("combobox", { name: /^Categories/ }).click();
  await chooseOption(page.getByRole("option", { name: cave.name, exact: true }));
  await page.keyboard.press("Escape");
  await openTab(page, "Booking & Settings");
  await expect(switchInput(page, "Active")).toBeChecked();
  for (const label of ["Premium", "Location verified", "Recommended"])
    await expect(switchInput(page, label)).not.toBeChecked();
  await expect(selectInput(page, "Booking")).toHaveText("No booking");
  // Not public, because other tests count public places.
  await switchInput(page, "Active").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/businesses\/\d+$/);
  const id = Number(page.url().split("/").at(-1));
  placeFactory.track(id);
  await expect(toast(page, "Business created successfully")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  expect(await admin.place(id)).toMatchObject({
    name,
    latitude: 17.6085,
    categoryIds: [cave.id],
    isActive: false,
    bookingType: "none",
  });
});

// R136
test("a place rejected by the server shows the server's message and keeps the typed text", async ({
  page,
  admin,
  monitor,
  userFactory,
}) => {
  monitor.allow(/4(00|04|22) \(/);
  const user = await userFactory.create({ role: "business_owner" });
  const name = unique("Refused Grotto");
  await page.goto(`${CONSOLE}businesses/create`);
  await field(page, "Business name").fill(name);
  await field(page, "Latitude").fill("17.6");
  await field(page, "Longitude").fill("106.3");
  const cave = (await admin.categories()).find(({ slug }) => slug === "cave")!;
  await page.getByRole("combobox", { name: /^Categories/ }).fill(cave.name);
  await chooseOption(page.getByRole("option", { name: cave.name, exact: true }));
  await openTab(page, "Booking & Settings");
  await selectOwner(page, user);
  await admin.removeUser(user.id);
  await openTab(page, "Business Information");
  const refused = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().endsWith("/api/businesses"),
  );
  await page.getByRole("button", { name: "Save" }).click();
  const { detail } = (await (await refused).json()) as { detail: string };
  await expect(toast(page, "Failed to create business")).toContainText(detail);
  await expect(page.getByRole("tabpanel", { name: "Booking & Settings" })).toBeVisible();
  await expect(selectInput(page, "Owner")).toHaveAccessibleDescription("This account does not exist");
  await expect(tab(page, "Booking & Settings")).toHaveAccessibleName("Booking & Settings, 1 error");
  await openTab(page, "Business Information");
  await expect(field(page, "Business name")).toHaveValue(name);
});

// R136
test("saving a deleted place shows the server's message and keeps the typed text", async ({
  page,
  admin,
  placeFactory,
  monitor,
}) => {
  monitor.allow(/404/);
  const place = await placeFactory.create();
  await openPlace(page, place);
  await field(page, "Address").fill("By the river");
  await admin.remove(place.id);
  const refused = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("button", { name: "Save" }).click();
  const { detail } = (await (await refused).json()) as { detail: string };
  await expect(toast(page, "Failed to update business")).toContainText(detail);
  await expect(field(page, "Address")).toHaveValue("By the river");
});

// R207
test.describe("two editors of one place", () => {
  const dialog = (page: Parameters<typeof openPlace>[0]) =>
    page.getByRole("dialog", { name: "Someone else changed this business" });

  test.beforeEach(({ monitor }) => monitor.allow(/412 \(Precondition Failed\)/));

  test("the conflict dialog lists the changes of both, and typed text is kept", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const place = await placeFactory.create({ address: "Before", phone: "1" });
    await openPlace(page, place);
    await field(page, "Address").fill("Mine");
    await admin.update(place.id, { address: "Theirs", phone: "2" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(dialog(page)).toContainText("Your changes are still in the form.");
    await expect(dialog(page)).toContainText(
      "Changed by both of youAddressTheir versionTheirsYour versionMine",
    );
    await expect(dialog(page)).toContainText("Changed only by themPhone");
    await expect(dialog(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
    await dialog(page).getByRole("button", { name: "Keep editing" }).click();
    await expect(field(page, "Address")).toHaveValue("Mine");
    expect((await admin.place(place.id)).address).toBe("Theirs");
  });

  test("Use their version shows the version of the other editor", async ({ page, admin, placeFactory }) => {
    const place = await placeFactory.create({ address: "Before" });
    await openPlace(page, place);
    await field(page, "Address").fill("Mine");
    await admin.update(place.id, { address: "Theirs" });
    await page.getByRole("button", { name: "Save" }).click();
    await dialog(page).getByRole("button", { name: "Use their version" }).click();
    await expect(field(page, "Address")).toHaveValue("Theirs");
    await field(page, "Address").fill("After all mine");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Business updated successfully")).toBeVisible();
    expect((await admin.place(place.id)).address).toBe("After all mine");
  });

  test("each field keeps the version that is chosen for it", async ({ page, admin, placeFactory }) => {
    const place = await placeFactory.create({ address: "Before", phone: "1", email: "before@example.org" });
    await openPlace(page, place);
    await field(page, "Address").fill("Mine");
    await field(page, "Phone").fill("2");
    await admin.update(place.id, { address: "Theirs", phone: "3", email: "theirs@example.org" });
    await page.getByRole("button", { name: "Save" }).click();
    const address = dialog(page).getByRole("radiogroup", { name: "Address: version to save" });
    await expect(address.getByRole("radio", { name: "Your version" })).toBeChecked();
    await address.getByRole("radio", { name: "Your version" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(address.getByRole("radio", { name: "Their version" })).toBeChecked();
    await expectAccessible(page, "two versions to choose from");
    await dialog(page).getByRole("button", { name: "Save selected versions" }).click();
    await expect(toast(page, "Business updated successfully")).toBeVisible();
    await expect(field(page, "Address")).toHaveValue("Theirs");
    await expect(field(page, "Phone")).toHaveValue("2");
    const { phone, email } = await admin.place(place.id);
    expect({ address: (await admin.place(place.id)).address, phone, email }).toEqual({
      address: "Theirs",
      phone: "2",
      email: "theirs@example.org",
    });
  });

  test("Save mine anyway changes only the fields that were edited here", async ({
    page,
    admin,
    placeFactory,
  }) => {
    const place = await placeFactory.create({ address: "Before", phone: "1" });
    await openPlace(page, place);
    await field(page, "Address").fill("Mine");
    await admin.update(place.id, { address: "Theirs", phone: "2" });
    await page.getByRole("button", { name: "Save" }).click();
    await dialog(page).getByRole("button", { name: "Save mine anyway" }).click();
    await expect(toast(page, "Business updated successfully")).toBeVisible();
    await expect(field(page, "Address")).toHaveValue("Mine");
    await expect(field(page, "Phone")).toHaveValue("2");
    const { address, phone } = await admin.place(place.id);
    expect({ address, phone }).toEqual({ address: "Mine", phone: "2" });
  });
});

// R207
test("leaving a place with unsaved changes asks first", async ({ page, placeFactory }) => {
  const place = await placeFactory.create();
  await openPlace(page, place);
  await field(page, "Address").fill("Not saved");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  const link = page.getByRole("main").getByRole("link", { name: "Manage Businesses" });
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await link.click();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(field(page, "Address")).toHaveValue("Not saved");
  await link.click();
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");
});

// R202
test("the form shows since when a place is live, or that it is not on the site", async ({
  page,
  admin,
  placeFactory,
}) => {
  await openPlace(page, await admin.place("phong-nha-cave"));
  await expect(page.getByText(/^Live since (\w+ \d+, )?\d\d:\d\d(:\d\d)?$/)).toBeVisible();
  await expect(page.getByRole("link", { name: "View on site" })).toHaveAttribute(
    "href",
    "/places/phong-nha-cave",
  );
  await openPlace(page, await placeFactory.create());
  await expect(page.getByText("Not on the site", { exact: true })).toBeVisible();
  await expect(page.getByText("Inactive places aren't shown on the site.")).toBeVisible();
  await expect(page.getByRole("link", { name: "View on site" })).toHaveCount(0);
});

test("the owner is selected by name or email, shown by name, and can be removed @phone", async ({
  page,
  admin,
  placeFactory,
  userFactory,
}) => {
  const user = await userFactory.create({ role: "business_owner", firstName: "Đào" });
  const place = await placeFactory.create();
  await openPlaceTab(page, place, "Booking & Settings");
  const owner = selectInput(page, "Owner");
  await owner.fill(`dao ${user.lastName}`);
  await chooseOption(page.getByRole("option", { name: user.email }));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect((await admin.place(place.id)).ownerId).toBe(user.id);
  await page.reload();
  await openTab(page, "Booking & Settings");
  const name = `Đào ${user.lastName} · ${user.email}`;
  await expect(owner).toHaveValue(name);
  await expect(page.getByRole("complementary", { name: "Record details" })).toContainText(name);
  await expect(page.getByText(user.id)).toHaveCount(0);
  await expectAccessible(page, "the owner of a place");
  await owner.focus();
  await page.getByRole("tabpanel").getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await admin.place(place.id)).ownerId).toBeNull();
});

// R66
test("booking fields follow the booking type, and the site shows what is saved", async ({
  page,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  await openPlaceTab(page, place, "Booking & Settings");
  await expect(field(page, "Booking.com link")).toHaveCount(0);
  await selectBookingType(page, "Through an affiliate link");
  await field(page, "Booking.com link").fill("https://www.booking.com/quiet");
  await selectBookingType(page, "Direct with the business");
  await expect(field(page, "Booking.com link")).toHaveCount(0);
  await expect(page.getByText(/^Not saved with this booking choice: Booking\.com link\./)).toBeVisible();
  await selectBookingType(page, "Through an affiliate link");
  await expect(field(page, "Booking.com link")).toHaveValue("https://www.booking.com/quiet");
  await selectBookingType(page, "Direct with the business");
  await field(page, "Direct booking contact").fill("quiet@example.org");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect(await admin.place(place.id)).toMatchObject({
    bookingType: "direct",
    bookingComUrl: null,
    directBookingContact: "quiet@example.org",
  });
});

// R133, R134
test("tags are chips and reviews are rows, by keyboard alone @phone", async ({
  page,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  await openPlaceTab(page, place, "Media & Details");
  await page.getByRole("combobox", { name: "Tags" }).focus();
  await page.keyboard.type("river,cold water");
  await page.keyboard.press("Enter");
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("echo");
  await openTab(page, "Rating & Reviews");
  await page.getByRole("button", { name: "Add review" }).press("Enter");
  const first = page.getByRole("group", { name: "Review 1" });
  await expect(first.getByLabel("Author")).toBeFocused();
  await page.keyboard.type("Linh T.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(first.getByLabel("Rating")).toBeFocused();
  await expect(first.getByLabel("Rating")).toHaveAccessibleDescription("Review rating is required");
  await page.keyboard.type("4.5");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Quiet.");
  await expectAccessible(page, "reviews as rows");
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Business updated successfully")).toBeVisible();
  expect(await admin.place(place.id)).toMatchObject({
    tags: ["river", "cold water", "echo"],
    reviews: [{ author: "Linh T.", rating: 4.5, text: "Quiet." }],
  });
});

test("the summary leads to missing facts", async ({ page, placeFactory }) => {
  await openPlace(page, await placeFactory.create());
  const summary = page.getByRole("region", { name: "What travelers will see" });
  await expect(summary).toContainText("The place isn't public because it isn't active.");
  await summary.getByRole("button", { name: "Phone, website or inquiry form" }).click();
  await expect(field(page, "Phone")).toBeFocused();
  await page.keyboard.type("0232 000 1122");
  await expect(summary.getByRole("button", { name: "Phone, website or inquiry form" })).toHaveCount(0);
});
