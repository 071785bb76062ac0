import type { SettingsResponse } from "@karst/client";
import type { Page } from "@playwright/test";
import type { Api } from "../api";
import { expect, expectAccessible, test as base } from "../fixtures";
import { GUESTHOUSE } from "../samplePlaces";
import { openSignedIn, createTraveler } from "../travelers";

const ID = "G-KARST12345";
const SERVICE = "https://www.googletagmanager.com/**";

/** Sets an analytics id for the test and restores the previous value. */
const test = base.extend<{ settings: SettingsResponse }>({
  settings: async ({ admin }, provide) => {
    const { analyticsId } = await admin.settings();
    await provide(await setAnalyticsId(admin, ID));
    await setAnalyticsId(admin, analyticsId);
  },
});

const setAnalyticsId = (admin: Api, analyticsId: string) => admin.updateSettings({ analyticsId });

/** Opens a page that has the analytics id: pages follow the settings within two seconds. */
async function openWithAnalytics(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("data-analytics", ID, { timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

/** The events that were passed to the analytics service, oldest first. */
const events = (page: Page) =>
  page.evaluate(() => {
    const queue = (globalThis as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [];
    return queue.map((command) => Array.from(command)).filter(([command]) => command === "event");
  });

// R7, R83
test("page views and events are reported with consent only", async ({ page, monitor, settings }) => {
  expect(settings.analyticsId).toBe(ID);
  const requests: string[] = [];
  monitor.allow(/request to another origin: https:\/\/www\.googletagmanager\.com\/gtag\/js/);
  await page.route(SERVICE, async (route) => {
    requests.push(route.request().url());
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  await openSignedIn(page, await createTraveler("Linh", "Trần"), "/about");
  await openWithAnalytics(page, `/places/${GUESTHOUSE.slug}`);
  const consent = page.getByRole("region", { name: "Analytics" });
  await expect(consent).toBeVisible();
  await expectAccessible(page, "a place, asked about analytics");
  expect(requests, "nothing is loaded before the consent").toEqual([]);
  expect(await events(page)).toEqual([]);

  await consent.getByRole("button", { name: "Accept" }).click();
  await expect(consent).toHaveCount(0);
  await expect.poll(() => requests).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ID}`]);
  const path = `/places/${GUESTHOUSE.slug}`;
  await expect.poll(() => events(page)).toEqual([["event", "page_view", { page_path: path }]]);

  const place = page.getByRole("article");
  // The linked sites are not part of the test and are not loaded.
  await page.context().route(/(example\.org|booking\.com)/, (route) => route.abort());
  monitor.allow(/ERR_FAILED|request to another origin: https:\/\/www\.(example\.org|booking\.com)/);
  await place.getByRole("button", { name: `Save ${GUESTHOUSE.name}` }).click();
  // The event follows the response of the server.
  await expect.poll(async () => (await events(page)).length).toBe(2);
  await place.getByRole("link", { name: /^Visit Website/ }).click();
  await place.getByRole("link", { name: /^Book on Booking.com/ }).click();
  const eventParams = (event_category: string) => ({
    event_category,
    event_label: GUESTHOUSE.name,
    value: 1,
  });
  await expect
    .poll(async () => (await events(page)).slice(1))
    .toEqual([
      ["event", "favorite", eventParams("engagement")],
      ["event", "visit_website", eventParams("conversion")],
      ["event", "booking", eventParams("conversion")],
    ]);

  await page
    .getByRole("banner")
    .getByRole("link", { name: /Phong Nha Guide/ })
    .click();
  await expect(page).toHaveURL("/");
  await expect
    .poll(async () => (await events(page)).at(-1))
    .toEqual(["event", "page_view", { page_path: "/" }]);
});
