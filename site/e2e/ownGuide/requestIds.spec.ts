import { CONSOLE, expect, field, toast } from "../console/fixtures";
import { test } from "../fixtures";
import { openSignInDialog, fillForm, SIGN_IN_REFUSED, openHydrated } from "../signIn";
import { createGuide, PASSWORD, type GuideServer } from "../guideServer";

/** The request id below an error message finds its line in the log (R235). */

/** A separate guide that logs each request. */
let guide: GuideServer;
const admin = { email: "hoa@guide.example", password: PASSWORD };

test.beforeAll(async () => {
  test.setTimeout(120_000);
  guide = await createGuide();
  guide.cms("user", "add", "--email", admin.email, "--role", "admin", "--password-stdin");
  await guide.start({ RUST_LOG: "info" });
});

test.afterAll(() => guide.dispose());

test.beforeEach(({ monitor }) => monitor.allow(new RegExp(`request to another origin: ${guide.origin}/`)));

// R235
test("the request id under an error in the console finds one line in the log", async ({ page, monitor }) => {
  monitor.allow(/422 \(/);
  await page.request.post(`${guide.origin}/api/auth/sign-in`, { data: admin });
  await page.goto(`${guide.origin}${CONSOLE}users/create`);
  await field(page, "First name").fill("Hoa");
  await field(page, "Last name").fill("Pham");
  await field(page, "Email").fill(admin.email);
  const response = page.waitForResponse((one) => one.request().method() === "POST" && one.status() === 422);
  await page.keyboard.press("Control+s");
  const errorToast = toast(page, "Failed to create user");
  await expect(errorToast).toContainText("Request");
  const id = await errorToast.locator("code").innerText();
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect((await response).headers()["x-request-id"]).toBe(id);
  await expectLogged(id, 'method=POST path="/api/admin/users" status=422');
  expect(guide.logs(), "the log does not contain the email").not.toContain(admin.email);
});

// R235
test("the request ids of an error on the site and of an audit event find one line in the log", async ({
  page,
  monitor,
}) => {
  monitor.allow(SIGN_IN_REFUSED);
  await openHydrated(page, `${guide.origin}/explore`);
  const form = await openSignInDialog(page);
  await fillForm(form, { Email: admin.email, Password: "not the password" });
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  const requestId = page.getByRole("region", { name: "Notifications (F8)" }).locator("code");
  await expectLogged(await requestId.innerText(), 'method=POST path="/api/auth/sign-in" status=401');

  await page.request.post(`${guide.origin}/api/auth/sign-in`, { data: admin });
  await page.goto(`${guide.origin}${CONSOLE}audit?filter=${encodeURIComponent('{"action":"signIn"}')}`);
  const event = page.getByRole("region", { name: "Events" }).getByRole("listitem").first();
  await event.getByRole("button").click();
  const idValue = event.locator("dt", { hasText: /^Request$/ }).locator("+ dd");
  await expectLogged(await idValue.innerText(), 'method=POST path="/api/auth/sign-in" status=200');
});

/** Exactly one line of the log has this request id, and it contains `text`. */
async function expectLogged(id: string, words: string): Promise<void> {
  const lines = () =>
    guide
      .logs()
      .split("\n")
      .filter((line) => line.includes(`id="${id}"`));
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toContain(words);
}
