import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { waitUntilOk, freePort, createGuide, ROOT, type GuideServer } from "../guideServer";
import { accountMenu, signInLink, storedToken } from "../signIn";
import { toast } from "../travelers";

const NAME = "Village ID";

/** The guide and the identity provider of these tests. */
let guide: GuideServer;
let provider: ChildProcess;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  guide = await createGuide();
  guide.cms("user", "add", "--email", "owner@guide.example", "--role", "business_owner", "--password-stdin");
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const callback = `${guide.origin}/api/auth/federated/openid/callback`;
  provider = spawn("node", [join(import.meta.dirname, "provider.mjs"), String(port), callback], {
    cwd: ROOT,
    stdio: "ignore",
  });
  await waitUntilOk(`${issuer}/.well-known/openid-configuration`);
  await guide.start({
    OPENID_ISSUER: issuer,
    OPENID_CLIENT_ID: "guide",
    OPENID_CLIENT_SECRET: "of-the-tests",
    OPENID_NAME: NAME,
  });
});

test.afterAll(() => {
  provider.kill();
  guide.dispose();
});

test.beforeEach(({ monitor }) => {
  // The provider is another origin, its form loads a foreign font, and browsers log rejected requests.
  monitor.allow(
    /request to another origin|fonts\.|favicon|403 \(Forbidden\)|Sign-in failed|401 \(Unauthorized\)/,
  );
});

/** Opens the sign-in dialog on Explore. Returns it with the provider's button. */
async function openDialog(page: Page) {
  await page.goto(`${guide.origin}/explore`);
  await expect(page.getByText("Loading businesses...")).toBeHidden();
  await signInLink(page).click();
  const dialog = page.getByRole("dialog", { name: "Sign In", exact: true });
  await expect(dialog).toBeVisible();
  return { dialog, button: dialog.getByRole("button", { name: `Continue with ${NAME}` }) };
}

/** Signs in at the provider and consents. */
async function signInAtProvider(window: Page, login: string): Promise<void> {
  await window.getByPlaceholder("Enter any login").fill(login);
  await window.getByPlaceholder("and password").fill("any");
  await window.getByRole("button", { name: "Sign-in" }).click();
  await window.getByRole("button", { name: "Continue" }).click();
}

// R3, R25, R30, R31
test("a new account signs in with a provider in a popup of 500 by 600", async ({ page }) => {
  const { dialog, button } = await openDialog(page);
  await expect(dialog.getByText("Or continue with")).toBeVisible();
  const opened = page.waitForEvent("popup");
  await button.click();
  const window = await opened;
  expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
  await signInAtProvider(window, "linh");
  await expect(toast(page, `Signed in with ${NAME}`)).toContainText("Welcome back!");
  await expect(dialog).toBeHidden();
  expect(window.isClosed()).toBe(true);
  await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
  // The session belongs to the guide and survives a reload.
  await page.reload();
  await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
});

// R33
test("canceling at the provider or closing the popup signs nobody in", async ({ page }) => {
  const { dialog, button } = await openDialog(page);
  for (const end of ["cancelled", "closed"] as const) {
    const opened = page.waitForEvent("popup");
    await button.click();
    const window = await opened;
    await expect(window.getByPlaceholder("Enter any login")).toBeVisible();
    if (end === "cancelled") await window.getByRole("link", { name: "Cancel" }).click();
    else await window.close();
    const failed = toast(page, `${NAME} sign-in error`);
    await expect(failed).toContainText(end === "cancelled" ? "was canceled" : "was closed");
    await failed.getByRole("button", { name: "Close notification" }).click();
    await expect(failed).toHaveCount(0);
    await expect(button).toBeEnabled();
  }
  await expect(dialog).toBeVisible();
});

// R33
test("a blocked popup is reported", async ({ page }) => {
  const { button } = await openDialog(page);
  await page.evaluate(() => (window.open = () => null));
  await button.click();
  await expect(toast(page, `${NAME} sign-in error`)).toContainText("Your browser blocked the sign-in window");
});

// R308
test("a verified provider address signs in to the existing account, an unverified one does not", async ({
  page,
}) => {
  const { button } = await openDialog(page);
  let opened = page.waitForEvent("popup");
  await button.click();
  await signInAtProvider(await opened, "unverified");
  await expect(toast(page, `${NAME} sign-in error`)).toContainText(
    "An account with this email already exists",
  );
  await page.context().clearCookies();
  opened = page.waitForEvent("popup");
  await button.click();
  await signInAtProvider(await opened, "owner");
  await expect(toast(page, `Signed in with ${NAME}`)).toBeVisible();
  const token = await storedToken(page);
  const profile = await page.request.get(`${guide.origin}/api/auth/account`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await profile.json()).toMatchObject({
    email: "owner@guide.example",
    role: "business_owner",
    federated: ["openid"],
    hasPassword: true,
  });
});

/** The section of the linked sign-ins on the account page of somebody who signs in at the provider. */
async function openLinked(page: Page, login: string) {
  const { button } = await openDialog(page);
  const opened = page.waitForEvent("popup");
  await button.click();
  await signInAtProvider(await opened, login);
  await expect(toast(page, `Signed in with ${NAME}`)).toBeVisible();
  await page.goto(`${guide.origin}/account`);
  return page.getByRole("region", { name: "Linked sign-ins", exact: true });
}

// R237
test("an account with a password unlinks its provider", async ({ page }) => {
  const linked = await openLinked(page, "owner");
  await expect(linked.getByRole("listitem")).toContainText(NAME);
  await linked.getByRole("button", { name: `Unlink ${NAME}` }).click();
  await expect(toast(page, `${NAME} unlinked`)).toBeVisible();
  await expect(linked).toContainText("No sign-in services are linked to this account.");
  await page.reload();
  await expect(linked).toContainText("No sign-in services are linked to this account.");
});

// R237
test("the only sign-in method of an account stays linked", async ({ page, monitor }) => {
  monitor.allow(/409 \(Conflict\)/);
  const linked = await openLinked(page, "linh");
  await linked.getByRole("button", { name: `Unlink ${NAME}` }).click();
  await expect(toast(page, "This is your only way to sign in.")).toBeVisible();
  await expect(linked.getByRole("listitem")).toContainText(NAME);
});

// R310
test("a replayed or forged callback signs nobody in", async ({ page }) => {
  const { button } = await openDialog(page);
  const opened = page.waitForEvent("popup");
  await button.click();
  const window = await opened;
  const came = window.waitForRequest(/\/callback\?/);
  await signInAtProvider(window, "linh");
  const back = (await came).url();
  await expect(toast(page, `Signed in with ${NAME}`)).toBeVisible();
  const statusOf = async (url: string) => {
    const response = await page.request.get(url);
    expect(response.headers()["set-cookie"] ?? "").not.toContain("karst_refresh=");
    return response.status();
  };
  expect(await statusOf(back), "a second time").toBe(403);
  const start = await page.request.get(`${guide.origin}/api/auth/federated/openid/start`, {
    maxRedirects: 0,
  });
  expect(start.status()).toBe(303);
  const foreign = new URL(back);
  foreign.searchParams.set("state", "A".repeat(43));
  expect(await statusOf(foreign.href), "another state").toBe(403);
});

// R3
test("a provider sign-in on /login is a session on the site", async ({ page }) => {
  await page.goto(`${guide.origin}/login?return=%2Fexplore`);
  await page.getByRole("link", { name: `Continue with ${NAME}` }).click();
  await signInAtProvider(page, "linh");
  await expect(page).toHaveURL(`${guide.origin}/explore`);
  await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  // R3
  test("a provider sign-in on /login returns to the previous page", async ({ page }) => {
    await page.goto(`${guide.origin}/login?return=%2Fexplore`);
    await page.getByRole("link", { name: `Continue with ${NAME}` }).click();
    await signInAtProvider(page, "linh");
    await expect(page).toHaveURL(`${guide.origin}/explore`);
    const refreshed = await page.request.post(`${guide.origin}/api/auth/refresh`);
    expect(refreshed.status()).toBe(200);
  });
});
