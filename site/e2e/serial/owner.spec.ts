import { credentials } from "../api";
import {
  CONSOLE,
  expect,
  field,
  openTab,
  runCms,
  test,
  toast,
  unique,
  uniqueEmail,
} from "../console/userFixtures";
import { fetchPage } from "../freshness";
import { openSignedIn } from "../travelers";

const PHONE = "+84 232 222 2222";
const NEW_PHONE = "+84 232 333 3333";

test.use({ viewport: { width: 390, height: 844 }, hasWebGl: false });

let entryId: number | null = null;

test.afterEach(async ({ admin }) => {
  if (entryId !== null) await admin.removeEntry(entryId);
  entryId = null;
});

/** The code of the claim in the newest email to this address. */
async function emailedCode(recipient: string): Promise<string> {
  let code = "";
  await expect(() => {
    const emails = runCms("mail list", { "--limit": "20" }).split(/^(?=#)/m);
    const email = emails.find((one) => one.includes(`to ${recipient} `));
    code = /^ +(\w\w(?:-\w\w){3})$/m.exec(email ?? "")?.[1] ?? "";
    expect(code, `the code to ${recipient}`).not.toBe("");
  }).toPass();
  return code;
}

// R540, R543, R544, R545, R550
test("a traveler claims a place by email, keeps it up to date and replies to an entry", async ({
  page,
  browser,
  monitor,
  admin,
  placeFactory,
  userFactory,
}) => {
  // Two accounts and seven loads of pages.
  test.slow();
  const email = uniqueEmail("boats");
  const place = await placeFactory.create({
    email,
    phone: PHONE,
    operatingHours: "Mo-Su 07:00-17:00",
    isActive: true,
  });
  const path = `/places/${place.slug}`;
  const message = unique("Bodelu kanisa gomeri");
  const entry = { authorName: "Hằng Đặng", message, relatedPlaceId: place.id, status: "approved" } as const;
  entryId = (await admin.addEntry(entry)).id;

  await openSignedIn(page, await userFactory.createStaff("viewer"), path);
  await page.getByRole("link", { name: "Is this your business?" }).click();
  const claims = page.getByRole("region", { name: "Places you run" });
  await claims.getByRole("radio", { name: `A code to ${email}, the address on the place's page` }).check();
  await claims.getByRole("button", { name: "Start", exact: true }).click();
  const code = claims.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await code.fill(await emailedCode(email));
  await code.press("Enter");
  await expect(claims.getByRole("listitem")).toContainText("You manage this place.");
  await expect(claims.getByRole("listitem")).toBeFocused();

  await claims.getByRole("link", { name: `Edit ${place.name} in the console` }).click();
  await expect(field(page, "Business name")).toHaveValue(place.name);
  await field(page, "Phone").fill(NEW_PHONE);
  await openTab(page, "Media & Details");
  await page.getByLabel("Monday, closes", { exact: true }).fill("12:00");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(page, "This change is waiting for review.")).toContainText(
    "Business updated successfully",
  );
  await expect(
    page.getByRole("alert").filter({ hasText: "These changes are waiting for review." }),
  ).toContainText(NEW_PHONE);
  const publicText = async () => (await fetchPage(path)).text;
  await expect.poll(publicText).toContain("07:00–12:00");
  expect(await publicText()).toContain(PHONE);
  expect(await publicText()).not.toContain(NEW_PHONE);

  const adminContext = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await monitor.watch(adminContext);
  const signedIn = await adminContext.request.post("/api/auth/sign-in", { data: credentials("admin") });
  expect(signedIn.status()).toBe(200);
  const adminPage = await adminContext.newPage();
  await adminPage.goto(`${CONSOLE}reports`);
  const report = adminPage.getByRole("listitem", { name: place.name });
  await expect(report.getByText("Change by the owner")).toBeVisible();
  await expect(report.getByText(`Now: ${PHONE}`)).toBeVisible();
  await report.focus();
  await adminPage.keyboard.press("a");
  await expect(adminPage.getByText(`The report about ${place.name} was accepted.`)).toBeVisible();
  await expect.poll(publicText).toContain(NEW_PHONE);

  await page.goto(path);
  const location = page.getByRole("region", { name: "Location", exact: true });
  await expect(location.getByRole("link", { name: NEW_PHONE })).toBeVisible();
  const own = page.getByRole("listitem").filter({ hasText: message });
  await own.getByRole("button", { name: `Reply as ${place.name}` }).click();
  const reply = unique("Tavulo sidema punari");
  const text = own.getByRole("textbox", { name: `Your reply as ${place.name}` });
  await expect(text).toBeFocused();
  await text.fill(reply);
  await own.getByRole("button", { name: "Send reply" }).click();
  await expect(own).toContainText("Waiting for review");
  await expect(own).toContainText(reply);
  expect(await publicText()).not.toContain(reply);

  await adminPage.goto(`${CONSOLE}moderation?tab=comments`);
  const pending = adminPage.getByRole("listitem").filter({ hasText: reply });
  await expect(pending).toContainText(`Reply from ${place.name}`);
  await pending.getByRole("button", { name: /^Approve/ }).click();
  await expect(pending).toHaveCount(0);
  await expect.poll(publicText).toContain(reply);

  const travelerContext = await browser.newContext();
  await monitor.watch(travelerContext);
  const traveler = await travelerContext.newPage();
  await traveler.goto(path);
  const seen = traveler.getByRole("listitem").filter({ hasText: message });
  await expect(seen.getByText(`Reply from ${place.name}`, { exact: true })).toBeVisible();
  await expect(seen).toContainText(reply);
  await travelerContext.close();
  await adminContext.close();
});
