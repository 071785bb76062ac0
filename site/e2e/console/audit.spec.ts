import type { Locator, Page } from "@playwright/test";
import {
  CONSOLE,
  expect,
  expectAccessible,
  field,
  openPlace,
  chooseOption,
  test,
  toast,
  selectInput,
  switchInput,
  uniqueEmail,
} from "./userFixtures";

test.beforeEach(({ signIn }) => signIn("admin"));

/** The audit events about a record. */
const eventsAbout = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: "Events" }).getByRole("listitem").filter({ hasText: name });

// R220
test("a change is logged field by field and links to its record and its events @phone", async ({
  page,
  placeFactory,
}) => {
  const place = await placeFactory.create({ phone: "+84 1" });
  await openPlace(page, place);
  await field(page, "Phone").fill("+84 2");
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Business updated successfully")).toBeVisible();

  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
  const events = eventsAbout(page, place.name);
  await expect(events).toHaveCount(2);
  const changed = events.filter({ hasText: `updated the place ${place.name}` });
  await expect(changed.getByText(/^\d\d:\d\d · from /)).toBeVisible();
  // What changed can be read without opening the event.
  await expect(changed.getByText("Changed: Phone", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Today");
  const toggle = changed.getByRole("button");
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(changed.getByRole("heading", { name: "Phone" })).toBeVisible();
  await expect(changed.getByRole("definition").filter({ hasText: "+84" })).toHaveText(["+84 1", "+84 2"]);
  await expectAccessible(page, "audit log");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  const recordFilter = page.getByRole("button", { name: `Only ID ${place.id}` });
  await recordFilter.press("Delete");
  await expect(recordFilter).toHaveCount(0);
  await page.waitForURL((url) => !url.search.includes("subject"));
  await page.goBack();
  await expect(events).toHaveCount(2);
  await changed.getByRole("link", { name: place.name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(place.name);
});

// R220
test("the name of a record leads to it, or to the trash after it was deleted", async ({
  page,
  placeFactory,
  admin,
}) => {
  const place = await placeFactory.create();
  await admin.remove(place.id);
  const filter = JSON.stringify({ kind: "place", subject: String(place.id) });
  await page.goto(`${CONSOLE}audit?filter=${encodeURIComponent(filter)}`);
  const added = eventsAbout(page, `added the place ${place.name}`);
  await expect(added).toBeVisible();
  await expect(added.getByRole("link")).toHaveCount(0);
  await eventsAbout(page, "to the trash").getByRole("link", { name: place.name }).click();
  await expect(page).toHaveURL(/businesses\/trash$/);
});

// R220, R458
test("sign-ins are hidden until a switch shows them, which the address keeps", async ({
  page,
  request,
  userFactory,
  admin,
}) => {
  const credentials = await userFactory.createStaff("viewer");
  expect((await request.post("/api/auth/sign-in", { data: credentials })).ok()).toBe(true);
  const [user] = await admin.users(`q=${encodeURIComponent(credentials.email)}`);
  const filter = JSON.stringify({ account: user!.id });
  await page.goto(`${CONSOLE}audit?filter=${encodeURIComponent(filter)}`);
  await expect(page.getByRole("heading", { name: "No events found" })).toBeVisible();
  const sessions = switchInput(page, "Show sign-ins and sessions");
  await expect(sessions).not.toBeChecked();
  await sessions.check();
  const event = eventsAbout(page, "Mai Nguyen signed in");
  await expect(event).toHaveCount(1);
  await page.reload();
  await expect(sessions).toBeChecked();
  await expect(event).toHaveCount(1);
  await sessions.uncheck();
  await expect(event).toHaveCount(0);
});

// R220
test("the audit log is filtered by person, kind, action and day, and the address keeps the filter", async ({
  page,
  userFactory,
}) => {
  const user = await userFactory.create();
  const name = `${user.firstName} ${user.lastName}`;
  await page.goto(`${CONSOLE}audit`);
  await selectInput(page, "Record type").click();
  await chooseOption(page.getByRole("option", { name: "Users" }));
  const addedEvent = eventsAbout(page, `added the user ${name}`);
  await expect(addedEvent).toHaveCount(1);
  await selectInput(page, "Action").fill("signed in");
  await page.getByRole("option", { name: "Signed in", exact: true }).click();
  await expect(addedEvent).toHaveCount(0);
  await expect(eventsAbout(page, "signed in").first()).toBeVisible();
  await expect(page).toHaveURL(/signIn/);
  await page.reload();
  await expect(selectInput(page, "Action")).toHaveValue("Signed in");
  await selectInput(page, "Person").fill(user.email);
  await page.getByRole("option", { name: new RegExp(user.email) }).click();
  await expect(page.getByRole("heading", { name: "No events found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(addedEvent).toHaveCount(1);
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByRole("heading", { name: "No events found" })).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("");
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await expect(addedEvent).toHaveCount(1);
});

// R220
test("settings and messages link to their events", async ({ page, admin }) => {
  const { id } = await admin.sendMessage({
    name: "Linh Tran",
    email: uniqueEmail("linh"),
    subject: "When does the boat leave",
    message: "We come on Sunday morning.",
  });
  for (const [path, filter] of [
    ["settings", { kind: "settings" }],
    [`contact/${id}`, { kind: "message", subject: String(id) }],
  ] as const) {
    await page.goto(CONSOLE + path);
    if (path === "settings") await page.getByRole("button", { name: "History" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Audit log" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
    expect(JSON.parse(new URL(page.url()).searchParams.get("filter")!)).toEqual(filter);
  }
  await expect(eventsAbout(page, "When does the boat leave")).toHaveCount(1);
  await admin.removeMessage(id);
});

// R220
test("actions of the command line are logged as such", async ({ page, userFactory }) => {
  const { email } = await userFactory.createStaff("viewer");
  await page.goto(`${CONSOLE}audit`);
  const row = page
    .getByRole("listitem")
    .filter({ hasText: "Command line added the user Mai Nguyen" })
    .first();
  await expect(row.getByText(/on the server$/)).toBeVisible();
  await row.getByRole("button").click();
  await expect(row.getByRole("definition").filter({ hasText: email })).toBeVisible();
});

// R220
test("a failed request for the audit log shows an error and can be retried", async ({ page, monitor }) => {
  monitor.allow(/503/);
  let isDown = true;
  const problem = { type: "about:blank", title: "Service Unavailable", status: 503, detail: "Not now" };
  await page.route("**/api/admin/audit?*", (route) =>
    isDown
      ? route.fulfill({ status: 503, contentType: "application/problem+json", json: problem })
      : route.continue(),
  );
  await page.goto(`${CONSOLE}audit`);
  await expect(page.getByRole("alert")).toContainText("Failed to fetch the audit log");
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Events" })).toBeVisible();
});

// R220
test("business owners cannot see the audit log", async ({ page, signIn }) => {
  await signIn("business_owner");
  await page.goto(CONSOLE);
  await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  await page.goto(`${CONSOLE}audit`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
});
