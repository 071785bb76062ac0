import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { GUESTHOUSE, GUESTHOUSE_SLUG } from "../samplePlaces";

/** Open from 07:00 to 22:00, from 07:00 to 17:00, and from 16:00 to midnight. */
const [GUESTHOUSE_NAME, GARDEN, MARKET] = [
  GUESTHOUSE.name,
  "Phong Nha Botanic Garden",
  "Dong Hoi Night Market",
];

/** The traveler's device is in another time zone. */
test.use({ timezoneId: "Europe/Berlin" });

/** A time of tomorrow in the region: pages contain the hours from today on. */
function tomorrow(time: string): Date {
  const day = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return new Date(`${day}T${time}:00+07:00`);
}

async function openExplore(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByText("Loading businesses...")).toBeHidden();
}

const cards = (page: Page) => page.getByRole("list", { name: "Places found" }).getByRole("listitem");
const card = (page: Page, name: string) => cards(page).filter({ has: page.getByRole("heading", { name }) });
const count = (page: Page) => page.getByRole("status").filter({ hasText: "found" });
const hours = (page: Page) =>
  page
    .getByRole("region", { name: "Good to know" })
    .getByRole("definition")
    .filter({ has: page.locator("table") });

// R209
test("a place shows whether it is open by the region's clock and updates", async ({ page }) => {
  await page.clock.install({ time: tomorrow("21:28") });
  await page.goto(`/places/${GUESTHOUSE_SLUG}`);
  await expect(hours(page)).toContainText("Open now, until 22:00");
  await page.clock.fastForward("02:10");
  await expect(hours(page)).toContainText("Closes in 30 min");
  await page.clock.fastForward("30:00");
  await expect(hours(page)).toContainText("Closed now, opens tomorrow at 07:00");
  await expect(hours(page).getByRole("row")).toHaveText("Every day07:00–22:00");
  await expect(hours(page).getByRole("row")).toHaveAttribute("aria-current", "date");
  await expect(hours(page)).toContainText(GUESTHOUSE.hours);
});

// R209
test("the place dialog shows whether it is open", async ({ page }) => {
  await page.clock.setFixedTime(tomorrow("06:30"));
  await openExplore(page, "/explore?q=moonlight");
  await card(page, GUESTHOUSE_NAME).getByRole("link", { name: GUESTHOUSE_NAME }).click();
  const dialog = page.getByRole("dialog", { name: GUESTHOUSE_NAME });
  await expect(dialog.getByText("Closed now, opens at 07:00")).toBeVisible();
});

// R209
test("the HTML has the weekly hours and structured data but no current state @desktop", async ({
  request,
}) => {
  const html = await (await request.get(`/places/${GUESTHOUSE_SLUG}`)).text();
  expect(html).toContain("07:00–22:00");
  expect(html).not.toMatch(/Open now|Closed now/);
  const described = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );
  expect(described[0]!.openingHoursSpecification).toEqual([
    {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
      opens: "07:00",
      closes: "22:00",
    },
  ]);
});

// R209
test("cards show the state, and 'open=now' keeps open places", async ({ page }) => {
  await page.clock.install({ time: tomorrow("16:45") });
  await openExplore(page, "/explore?open=now");
  await expect(count(page)).toContainText("Filtered by Open now");
  for (const name of [GUESTHOUSE_NAME, GARDEN, MARKET]) await expect(card(page, name)).toBeVisible();
  await expect(card(page, "Phong Nha Cave")).toHaveCount(0);
  await expect(card(page, GARDEN)).toContainText("Closes in 15 min");
  await expect(card(page, MARKET)).toContainText("Open now");
  await page.clock.fastForward("16:00");
  await expect(card(page, GARDEN)).toHaveCount(0);
  await expect(card(page, MARKET)).toBeVisible();
  await page.clock.fastForward("06:00:00");
  await expect(card(page, GUESTHOUSE_NAME)).toHaveCount(0);
  await expect(card(page, MARKET)).toContainText("Open now");
});

// R46
test("the Filters dialog filters by open, verified and tags, with counts, address and history", async ({
  page,
  publicApi,
}) => {
  await page.clock.setFixedTime(tomorrow("18:00"));
  await openExplore(page, "/explore");
  await page.getByRole("button", { name: "Filters" }).click();
  const dialog = page.getByRole("dialog", { name: "Filters" });
  await expect(dialog.getByRole("button", { name: "Clear filters" })).toBeHidden();
  const verified = (await publicApi.places("verified=true")).length;
  await dialog.getByRole("checkbox", { name: `Location verified ${verified}`, exact: true }).check();
  await expect(page).toHaveURL("/explore?verified=true");
  await expect(dialog.getByRole("button", { name: `Show ${verified} places` })).toBeVisible();

  const rivers = (await publicApi.places("verified=true&tags=river")).length;
  const river = dialog
    .getByRole("group", { name: "Tags" })
    .getByRole("button", { name: `river ${rivers}`, exact: true });
  await river.focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL("/explore?tags=river&verified=true");
  await expect(river).toHaveAttribute("aria-pressed", "true");
  await expect(dialog.getByRole("button", { name: `Show ${rivers} places` })).toBeVisible();
  await river.click();
  await expect(page).toHaveURL("/explore?verified=true");

  await dialog.getByRole("checkbox", { name: /^Open now/ }).check();
  await expect(page).toHaveURL("/explore?open=now&verified=true");
  await expect(card(page, MARKET), "open but not verified").toHaveCount(0);
  await dialog.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/explore");
  await expect(dialog.getByRole("checkbox", { name: /^Open now/ })).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(count(page)).toContainText("Filtered by Open now, Location verified");
  await page.goBack();
  await expect(count(page)).toHaveText(`${verified} places found · Filtered by Location verified`);
});

// R53
test("sorting by name is kept in the address", async ({ page, publicApi }) => {
  await openExplore(page, "/explore?category=cave");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Name");
  await expect(page).toHaveURL("/explore?category=cave&sort=name");
  const names = (await publicApi.places("category=cave")).map(({ name }) => name);
  names.sort((a, b) => a.localeCompare(b, "vi"));
  await expect(cards(page).getByRole("heading")).toHaveText(names);
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("best");
});

// R214
test.describe("nearest first", () => {
  const IN_TOWN = { latitude: 17.6113, longitude: 106.3051 };
  const distanceNotice = (page: Page) => page.getByRole("status").filter({ hasText: /nearest|location/i });

  test("asks for the position on a gesture, shows distances and sends the position nowhere", async ({
    page,
    context,
    publicApi,
  }) => {
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(IN_TOWN);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url() + (request.postData() ?? "")));
    await openExplore(page, "/explore?category=cave");
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Nearest");
    await expect(page).toHaveURL("/explore?category=cave&sort=distance");
    await expect(distanceNotice(page)).toHaveText("Nearest to you first, measured in a straight line.");
    const near = `near=${IN_TOWN.latitude},${IN_TOWN.longitude}&sort=distance`;
    const expected = (await publicApi.places(`category=cave&${near}`)).map(({ name }) => name);
    await expect(cards(page).getByRole("heading")).toHaveText(expected);
    await expect(cards(page).first()).toContainText(/Distance (?:in the area|(?:about )?\d+(?:\.\d)? k?m)/);
    expect(requests.filter((request) => /17\.61|106\.30/.test(request))).toEqual([]);

    await page.reload();
    await expect(distanceNotice(page)).toContainText("It stays on your device.");
    await page.getByRole("button", { name: "Use my location" }).click();
    await expect(cards(page).getByRole("heading")).toHaveText(expected);
  });

  test("reports a refused position and measures from the map's center instead", async ({
    page,
    context,
    publicApi,
  }) => {
    await context.clearPermissions();
    await openExplore(page, "/explore?category=cave");
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = (_, fail) =>
        fail!({ code: 1, message: "denied" } as GeolocationPositionError);
    });
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Nearest");
    await expect(distanceNotice(page)).toContainText("Your browser blocks access to your location.");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await page.getByRole("button", { name: "Use the center of the map" }).click();
    await expect(distanceNotice(page)).toHaveText(
      "Nearest to the center of the map first, measured in a straight line.",
    );
    const { map } = await publicApi.settings();
    const near = `near=${map.latitude},${map.longitude}&sort=distance`;
    const expected = (await publicApi.places(`category=cave&${near}`)).map(({ name }) => name);
    await expect(cards(page).getByRole("heading")).toHaveText(expected);
  });
});

// R214
test("nearby places show an estimated travel time", async ({ page }) => {
  await page.goto("/places/paradise-cave");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  const nearby = page.getByRole("region", { name: "Nearby" });
  await expect(nearby).toContainText("Straight-line distances");
  await expect(nearby.getByText(/^about \d+ min (?:on foot|by motorbike)$/).first()).toBeVisible();
});
