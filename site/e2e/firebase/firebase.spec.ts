import type { Page } from "@playwright/test";
import { CONSOLE, field } from "../console/fixtures";
import { expect, test } from "../fixtures";
import { createGuide, PASSWORD, type GuideServer } from "../guideServer";
import { accountMenu, signInLink, signOutButton, storedToken } from "../signIn";
import { toast } from "../travelers";

/**
 * The real Firebase library against the Firebase emulator. README describes how to run it; without
 * FIREBASE_AUTH_EMULATOR_HOST these tests are skipped.
 */
const HOST = process.env.FIREBASE_AUTH_EMULATOR_HOST ?? "";
const PROJECT = "demo-karst";
const ADMIN_EMAIL = "boss@guide.example";

test.skip(!HOST, "FIREBASE_AUTH_EMULATOR_HOST names no emulator");

let guide: GuideServer;
/** The token of an admin. */
let adminToken: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  if (!HOST) return;
  await emulator("DELETE", `/emulator/v1/projects/${PROJECT}/accounts`);
  guide = await createGuide();
  guide.cms("user", "add", "--email", ADMIN_EMAIL, "--role", "admin", "--password-stdin");
  await guide.start({
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_API_KEY: "emulated",
    FIREBASE_AUTH_EMULATOR_HOST: HOST,
  });
  adminToken = await createFirebaseAccount(ADMIN_EMAIL, "Boss Nguyen", true);
  await call(adminToken, "POST", "/api/auth/firebase/sync", {});
});

test.afterAll(() => guide?.dispose());

test.beforeEach(({ monitor }) => {
  // The emulator and this guide are other origins, and browsers log rejected requests.
  monitor.allow(new RegExp(`request to another origin: (http://${HOST}|${guide.origin})/`));
  monitor.allow(/40[0139] \(|Sign-in failed|Error syncing user|auth\/|apis\.google\.com/);
});

async function emulator<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`http://${HOST}${path}`, {
    method,
    headers: { authorization: "Bearer owner", "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Creates a Firebase account. Returns its first token. */
async function createFirebaseAccount(
  email: string,
  displayName: string,
  emailVerified: boolean,
): Promise<string> {
  const api = "/identitytoolkit.googleapis.com/v1";
  const { localId } = await emulator<{ localId: string }>("POST", `${api}/accounts:signUp?key=emulated`, {
    email,
    password: PASSWORD,
    displayName,
  });
  await emulator("POST", `${api}/projects/${PROJECT}/accounts:update`, { localId, emailVerified });
  const entry = { email, password: PASSWORD, returnSecureToken: true };
  const signedIn = emulator<{ idToken: string }>(
    "POST",
    `${api}/accounts:signInWithPassword?key=emulated`,
    entry,
  );
  return (await signedIn).idToken;
}

/** Calls the guide's API with a Firebase token. */
async function call<T>(token: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${guide.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function openDialog(page: Page, title: "Sign In" | "Create Account" = "Sign In") {
  await signInLink(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  if (title === "Create Account")
    await dialog.getByRole("button", { name: "Don't have an account? Sign up" }).click();
  return page.getByRole("dialog", { name: title, exact: true });
}

async function submitSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Email", { exact: true }).fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
}

// R3, R28, R31, R37, R42
test("a traveler signs up, out and in again with a Firebase account", async ({ page }) => {
  await page.goto(`${guide.origin}/explore`);
  const dialog = await openDialog(page, "Create Account");
  await dialog.getByLabel("First name").fill("Linh");
  await dialog.getByLabel("Last name").fill("Trần");
  await dialog.getByLabel("Email", { exact: true }).fill("linh@guide.example");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await expect(toast(page, "Account created successfully")).toContainText(
    "Welcome, Linh! We emailed you a link to verify your address.",
  );
  await expect(accountMenu(page).getByText("Linh Trần")).toBeVisible();
  const token = await storedToken(page);
  const profile = await call<object>(token!, "GET", "/api/auth/account");
  expect(profile).toMatchObject({ email: "linh@guide.example", role: "viewer", displayName: "Linh Trần" });
  const { oobCodes } = await emulator<{ oobCodes: { requestType: string; email: string }[] }>(
    "GET",
    `/emulator/v1/projects/${PROJECT}/oobCodes`,
  );
  expect(oobCodes).toContainEqual(
    expect.objectContaining({ requestType: "VERIFY_EMAIL", email: "linh@guide.example" }),
  );
  // The session survives a reload and ends with the sign-out.
  await page.reload();
  await expect(accountMenu(page).getByText("Linh Trần")).toBeVisible();
  await signOutButton(page).click();
  await expect(signInLink(page)).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await page.reload();
  await expect(signInLink(page)).toBeVisible();

  await submitSignIn(page, "linh@guide.example", "not the password");
  await expect(toast(page, "Authentication error")).toContainText("Email or password is incorrect");
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Signed in successfully")).toContainText("Welcome back!");
  await expect(accountMenu(page).getByText("Linh Trần")).toBeVisible();
});

test("staff with a Firebase account enter the console, and signing out on the site closes it", async ({
  page,
}) => {
  await page.goto(`${guide.origin}${CONSOLE}`);
  await field(page, "Email").fill(ADMIN_EMAIL);
  await field(page, "Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("Email or password is incorrect");
  await field(page, "Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Overview");
  await page.reload();
  await expect(heading).toHaveText("Overview");
  // Site and console share the session: signing out on the site closes the console.
  await page.goto(`${guide.origin}/explore`);
  await expect(signOutButton(page)).toBeVisible();
  await signOutButton(page).click();
  await expect(signInLink(page)).toBeVisible();
  await page.goto(`${guide.origin}${CONSOLE}`);
  await expect(heading).toHaveText("Sign in");
});

// R34, R166
test("a deactivated account is signed out although Firebase accepts it", async ({ page }) => {
  await createFirebaseAccount("minh@guide.example", "Minh Le", true);
  await page.goto(`${guide.origin}/explore`);
  await submitSignIn(page, "minh@guide.example");
  await expect(accountMenu(page).getByText("Minh Le")).toBeVisible();
  const users = await call<{ id: string }[]>(adminToken, "GET", "/api/admin/users?q=minh");
  await call(adminToken, "PUT", `/api/admin/users/${users[0]!.id}`, { isActive: false });
  await page.reload();
  await expect(signInLink(page)).toBeVisible();
  await submitSignIn(page, "minh@guide.example");
  await expect(page.getByRole("dialog").getByText("This account has been deactivated.")).toBeVisible();
  await expect(accountMenu(page).getByText("Minh Le")).toHaveCount(0);
  expect(await storedToken(page)).toBeNull();
  await page.goto(`${guide.origin}${CONSOLE}`);
  await field(page, "Email").fill("minh@guide.example");
  await field(page, "Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("This account has been deactivated.");
});
