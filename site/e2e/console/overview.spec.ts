import type { Stats } from "@karst/client";
import { CONSOLE, expect, expectAccessible, settled, test, unique, userIdOf } from "./fixtures";

const SECTIONS = [
  "Overview",
  "Manage Businesses",
  "Add Business",
  "Categories",
  "Alerts",
  "Inspiration Articles",
  "Drafts and schedule",
  "Releases",
  "Import",
  "Images",
  "Guestbook Management",
  "Moderation",
  "Reports",
  "Quality",
  "Claims",
  "Contact Inbox",
  "Inquiries",
  "User Management",
  "Audit log",
  "Pages",
  "Settings",
];

// R123
test("the sidebar lists the sections and starts with Overview @desktop", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto(CONSOLE);
  const menu = page.getByRole("navigation", { name: "Sections" });
  await expect(menu.getByRole("link")).toHaveText(SECTIONS);
  await expect(page.getByRole("button", { name: "Open menu" })).toHaveCount(0);
  // Everything fits in a window of 800 pixels.
  await expect(menu.getByRole("link", { name: "Overview" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
  for (const section of [...SECTIONS].reverse()) {
    await menu.getByRole("link", { name: section }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(section);
    await expect(menu.locator("[aria-current=page]")).toHaveText([section]);
  }
});

// R123
test("the sidebar is a drawer that closes when a section is chosen @phone", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto(CONSOLE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  const menu = page.getByRole("navigation", { name: "Sections" });
  const menuButton = page.getByRole("button", { name: "Open menu" });
  await expect(menu).toHaveCount(0);
  await menuButton.tap();
  await expect(menu.getByRole("link")).toHaveText(SECTIONS);
  await menu.getByRole("link", { name: "Manage Businesses" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");
  await expect(menu).toHaveCount(0);
  await menuButton.tap();
  await expect(menu).toBeVisible();
  await settled(page);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(menuButton).toBeFocused();
});

// R124
test("Quick Stats shows the five counts of /api/admin/stats", async ({ page, signIn, admin }) => {
  await signIn("admin");
  // Other tests add records at the same time, so the shown counts are compared with a snapshot of the server's.
  await expect(async () => {
    const response = page.waitForResponse("**/api/admin/stats");
    await page.goto(CONSOLE);
    const stats = (await (await response).json()) as Stats;
    expect(stats).toEqual(await admin.stats());
    const quickStats = page.getByRole("region", { name: "Quick Stats" });
    await expect(quickStats.getByRole("term")).toHaveText([
      "Businesses",
      "Categories",
      "Articles",
      "Guestbook entries",
      "Users",
    ]);
    const { businesses, categories, articles, guestbookEntries, users } = stats;
    await expect(quickStats.getByRole("definition")).toHaveText(
      [businesses, categories, articles, guestbookEntries, users].map((count) =>
        count.toLocaleString("en-US"),
      ),
    );
    expect(businesses).toBeGreaterThan(0);
    expect(users).toBeGreaterThanOrEqual(3);
  }).toPass();
});

// R124
test("a card links to each other section", async ({ page, signIn }) => {
  // Opens every section.
  test.slow();
  await signIn("admin");
  // The last two have a card and no entry in the sidebar.
  const cards = [...SECTIONS.slice(1), "Values to correct", "Webhooks"];
  await page.goto(CONSOLE);
  for (const title of cards) {
    const main = page.getByRole("main");
    // Sections have a heading; links to waiting work have none.
    const links = main.getByRole("link").filter({ has: page.getByRole("heading") });
    await expect(links).toHaveCount(cards.length);
    await links.filter({ has: page.getByRole("heading", { name: title, exact: true }) }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.goBack();
  }
});

// R124
test("failed counts show an error and can be retried", async ({ page, signIn, monitor }) => {
  monitor.allow(/503/);
  await signIn("admin");
  const problem = { title: "Unavailable", status: 503, detail: "The counts rest.", requestId: "r-124" };
  await page.route("**/api/admin/stats", (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", json: problem }),
  );
  await page.goto(CONSOLE);
  await expect(page.getByRole("alert")).toContainText("The counts could not be loaded. The counts rest.");
  await page.unroute("**/api/admin/stats");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Quick Stats" })).toBeVisible();
});

test("the overview begins with what waits, and each number is that of its list @phone", async ({
  page,
  signIn,
  placeFactory,
}) => {
  await placeFactory.create({ ownerId: await userIdOf("business_owner") });
  await signIn("admin");
  await page.goto(CONSOLE);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Waiting for you");
  const waiting = page.getByRole("region", { name: "Waiting for you" });
  await waiting.getByRole("link", { name: /from (an owner|owners) to approve$/ }).click();
  await expect(page).toHaveURL(/filter=/);
  await expect(page.getByText(/^[\d,]+ places?$/)).toBeVisible();

  await page.goto(CONSOLE);
  const places = page.getByRole("region", { name: "Quick Stats" }).getByRole("link").first();
  await expect(places).toHaveText(/^[\d,]+$/);
  await expect(places).toHaveAttribute("href", /\/businesses\?filter=%7B%7D$/);
  await expectAccessible(page, "overview");
});

test("the latest changes say who changed what and link to the record", async ({
  page,
  signIn,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  await signIn("admin");
  const latest = page.getByRole("region", { name: "Latest changes" });
  // Its creation is among the latest changes too.
  const link = latest.getByRole("link", { name: place.name }).first();
  // Other tests change records at the same time.
  await expect(async () => {
    await admin.update(place.id, { description: unique("Cool and dry") });
    await page.goto(CONSOLE);
    await expect(link).toBeVisible({ timeout: 3000 });
  }).toPass();
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: place.name })).toBeVisible();
  await page.goto(CONSOLE);
  await latest.getByRole("link", { name: "Show all changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
});
