import type { AccountView, components, SessionView } from "@karst/client";
import type { Locator, Page } from "@playwright/test";
import { credentials, ORIGIN, type Person } from "../api";
import { settled } from "../console/desk";
import { expect, expectAccessible, test, unique } from "../fixtures";

const PASSWORD = "seven-lanterns";

/** The account's part: of the bar, or of the phone's menu (which has to be open). */
const account = (page: Page) => page.getByRole("banner").getByRole("group", { name: "Account" });
const signInLink = (page: Page) => account(page).getByRole("link", { name: "Sign In" });
const signOutButton = (page: Page) => account(page).getByRole("button", { name: "Sign Out" });
const dialog = (page: Page, name = "Sign In") => page.getByRole("dialog", { name, exact: true });
/** What a notice says: on the screen. Its announcement for screen readers is another element. */
const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem").filter({ hasText: title });
const token = (page: Page) => page.evaluate(() => localStorage.getItem("firebaseToken"));

/** The page with its scripts running: until then the link leads to /login, as it does without them. */
async function visit(page: Page, path = "/explore"): Promise<void> {
  await page.goto(path);
  await expect(page.getByText("Loading businesses...")).toBeHidden();
  await expect(page.locator("header [data-state=loading]")).toHaveCount(0);
}

/** The dialog, open, from the bar. */
async function ask(page: Page): Promise<Locator> {
  await signInLink(page).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

async function fill(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
}

async function signInAs(page: Page, person: Person): Promise<void> {
  const { email, password } = credentials(person);
  const form = await ask(page);
  await fill(form, { Email: email, Password: password });
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(form).toBeHidden();
}

/** Comes to a page with the token and the cookie of somebody who signed in before. */
async function arrive(page: Page, email: string, password: string, path = "/explore"): Promise<AccountView> {
  const answer = await page.request.post("/api/auth/sign-in", { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { token: held, user } = (await answer.json()) as SessionView;
  await page.addInitScript((given) => {
    if (sessionStorage.getItem("given")) return;
    sessionStorage.setItem("given", "yes");
    localStorage.setItem("firebaseToken", given);
  }, held);
  await page.goto(path);
  return user;
}

/** A new account, made by the API. */
async function anAccount(): Promise<SessionView["user"]> {
  const answer = await fetch(`${ORIGIN}/api/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      firstName: "Hoa",
      lastName: "Pham",
      email: `${unique("hoa").replace(" ", ".")}@example.org`,
      password: PASSWORD,
    }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as SessionView).user;
}

const REFUSED = /401 \(Unauthorized\) \(\S+\/api\/auth\/sign-in\)|Sign-in failed/;

test.describe("@desktop", () => {
  test("rows 11, 25, 29, 31: signing in by e-mail closes the dialog, and says so", async ({ page }) => {
    await visit(page);
    const form = await ask(page);
    await expect(form.getByRole("button", { name: /Google|Facebook/ })).toHaveCount(0);
    await expect(form.getByLabel("Email", { exact: true })).toBeFocused();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/auth/sign-in", async (route) => {
      await held;
      await route.continue();
    });
    const { email, password } = credentials("viewer");
    await fill(form, { Email: email, Password: password });
    await form.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(form.getByRole("button", { name: "Processing..." })).toBeDisabled();
    await expect(form.getByRole("button", { name: /Sign up/ })).toBeDisabled();
    release();
    await expect(form).toBeHidden();
    await expect(toast(page, "Signed in successfully")).toContainText("Welcome back!");
    await expect(account(page).getByText("Linh Tran")).toBeVisible();
    // The Sign In that opened the dialog is gone; its place has the focus, and Sign Out is next.
    await expect(account(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(signOutButton(page)).toBeFocused();
    expect(await token(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("rows 26, 27, 28, 31: signing up makes an account by first and last name", async ({ page }) => {
    await visit(page);
    const form = await ask(page);
    await form.getByRole("button", { name: "Don't have an account? Sign up" }).click();
    const signUp = dialog(page, "Create Account");
    await fill(signUp, {
      "First name": " Mai ",
      "Last name": "Nguyễn",
      Email: `${unique("mai").replace(" ", ".")}@example.org`,
      Password: PASSWORD,
    });
    await signUp.getByRole("button", { name: "Create Account" }).click();
    await expect(signUp).toBeHidden();
    await expect(toast(page, "Account created successfully")).toContainText("Welcome, Mai!");
    await expect(account(page).getByText("Mai Nguyễn", { exact: true })).toBeVisible();
  });

  test("row 32: an address in use is told at its field", async ({ page, guard }) => {
    guard.allow(/422 \(.+\) \(\S+\/api\/auth\/sign-up\)|Sign-up failed/);
    await visit(page);
    const form = await ask(page);
    await form.getByRole("button", { name: /Sign up$/ }).click();
    const signUp = dialog(page, "Create Account");
    const { email } = credentials("viewer");
    await fill(signUp, { "First name": "Linh", "Last name": "Tran", Email: email, Password: PASSWORD });
    await signUp.getByRole("button", { name: "Create Account" }).click();
    const field = signUp.getByLabel("Email", { exact: true });
    await expect(field).toHaveAccessibleDescription("This email is already in use");
    await expect(field).toBeFocused();
    await expect(toast(page, "Authentication error")).toContainText("This email is already in use");
  });

  test("row 32: a wrong password is refused in words, and what was typed stays", async ({ page, guard }) => {
    guard.allow(REFUSED);
    await visit(page);
    const form = await ask(page);
    const email = `${unique("nobody").replace(" ", ".")}@example.org`;
    await fill(form, { Email: email, Password: "not the password" });
    await form.getByRole("button", { name: "Sign In", exact: true }).click();
    const words = (await toast(page, "Authentication error").textContent())!;
    expect(words.length).toBeGreaterThan("Authentication error".length + 10);
    await expect(form).toBeVisible();
    await expect(form.getByLabel("Email", { exact: true })).toHaveValue(email);
    await expect(form.getByLabel("Password", { exact: true })).toBeFocused();
    expect(await token(page)).toBeNull();
  });

  test("row 27: what is missing is said under its field, before anything is sent", async ({ page }) => {
    await visit(page);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.method()));
    const form = await ask(page);
    await form.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(form.getByLabel("Email", { exact: true })).toHaveAccessibleDescription("Email is required");
    await expect(form.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "Password is required",
    );
    await expect(form.getByLabel("Email", { exact: true })).toBeFocused();
    await form.getByRole("button", { name: /Sign up$/ }).click();
    const signUp = dialog(page, "Create Account");
    await fill(signUp, { Email: "linh", Password: "short" });
    await signUp.getByRole("button", { name: "Create Account" }).click();
    for (const [label, sentence] of Object.entries({
      "First name": "First name is required",
      "Last name": "Last name is required",
      Email: "Please enter a valid email address",
      Password: "Password must be at least 6 characters",
    }))
      await expect(signUp.getByLabel(label, { exact: true })).toHaveAccessibleDescription(sentence);
    await expect(signUp.getByLabel("First name")).toBeFocused();
    expect(sent).not.toContain("POST");
  });

  test("row 26: the toggle leads there and back, and the address stays", async ({ page }) => {
    await visit(page);
    const form = await ask(page);
    await fill(form, { Email: "linh@example.org" });
    await form.getByRole("button", { name: "Don't have an account? Sign up" }).click();
    const signUp = dialog(page, "Create Account");
    await expect(signUp.getByRole("textbox")).toHaveCount(4);
    await expect(signUp.getByLabel("Email", { exact: true })).toHaveValue("linh@example.org");
    await signUp.getByRole("button", { name: "Already have an account? Sign in" }).click();
    await expect(dialog(page).getByRole("textbox")).toHaveCount(2);
    await expect(dialog(page).getByLabel("Email", { exact: true })).toHaveValue("linh@example.org");
    // Closed and opened again, it begins anew.
    await dialog(page).getByRole("button", { name: "Close sign-in" }).click();
    await expect(dialog(page)).toBeHidden();
    await ask(page);
    await expect(dialog(page).getByLabel("Email", { exact: true })).toHaveValue("");
  });

  test("by the keyboard alone; Escape gives the focus back", async ({ page }) => {
    await visit(page);
    await signInLink(page).focus();
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByLabel("Email", { exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(signInLink(page)).toBeFocused();
    await page.keyboard.press("Enter");
    const { email, password } = credentials("viewer");
    await expect(dialog(page).getByLabel("Email", { exact: true })).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await dialog(page).getByLabel("Password", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeHidden();
    await expect(account(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(signInLink(page)).toBeVisible();
    await expect(account(page)).toBeFocused();
  });

  test("a forgotten password is answered alike for every address", async ({ page }) => {
    // This guide has no mail server, and says so.
    const answered = toast(page, "Please ask the guide's team");
    await visit(page);
    const form = await ask(page);
    await form.getByRole("button", { name: "Forgot password?" }).click();
    await expect(form.getByLabel("Email", { exact: true })).toHaveAccessibleDescription("Email is required");
    await expect(form.getByLabel("Email", { exact: true })).toBeFocused();
    const said: string[] = [];
    for (const email of [
      credentials("business_owner").email,
      `${unique("nobody").replace(" ", ".")}@example.org`,
    ]) {
      await fill(form, { Email: email });
      const answer = page.waitForResponse("**/api/auth/password-reset");
      await form.getByRole("button", { name: "Forgot password?" }).click();
      expect((await answer).status()).toBe(202);
      said.push((await answered.textContent())!);
      await answered.getByRole("button", { name: "Close notification" }).click();
      await expect(answered).toHaveCount(0);
      await expect(form).toBeVisible();
    }
    expect(said[0]).toBe(said[1]);
  });

  // Which account has a second factor is the server's story; here it is what the dialog does when it is asked for.
  test("row 33: a code is asked for after the password, and can be corrected", async ({ page, guard }) => {
    guard.allow(REFUSED);
    await page.route("**/api/auth/sign-in", async (route) => {
      const { code, ...rest } = route.request().postDataJSON() as Record<string, string>;
      if (code === "081804") return route.continue({ postData: JSON.stringify(rest) });
      const problem = {
        type: "/problems/second-factor-required",
        title: "Unauthorized",
        status: 401,
        detail: code ? "This code is not right" : "Please enter your code",
        requestId: "0",
      };
      await route.fulfill({ status: 401, contentType: "application/problem+json", json: problem });
    });
    await visit(page);
    const form = await ask(page);
    const { email, password } = credentials("viewer");
    await fill(form, { Email: email, Password: password });
    await expect(form.getByLabel("Code", { exact: true })).toHaveCount(0);
    await page.keyboard.press("Enter");
    const code = form.getByLabel("Code", { exact: true });
    await expect(code).toBeFocused();
    await expect(toast(page, "Authentication error")).toHaveCount(0);
    await code.fill("000000");
    await page.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription("This code is not right");
    await expect(code).toBeFocused();
    await code.fill("081804");
    await page.keyboard.press("Enter");
    await expect(form).toBeHidden();
    await expect(account(page).getByText("Linh Tran")).toBeVisible();
  });

  /** A guide that takes Google accounts; the provider's way back does what `script` does. */
  async function withGoogle(page: Page, script: string): Promise<void> {
    const context = page.context();
    await context.route("**/api/firebase-config", async (route) => {
      const config = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...config, federated: ["google"] } });
    });
    await context.route(/\/api\/auth\/federated\/google\/start/, (route) =>
      route.fulfill({ contentType: "text/html", body: `<title>Google</title><script>${script}</script>` }),
    );
  }
  const say = (message: object) =>
    `new BroadcastChannel("karst-sign-in").postMessage(${JSON.stringify(message)}); setTimeout(close, 50)`;

  test("rows 25, 30, 31: a configured provider has its button, and its window signs in", async ({ page }) => {
    await withGoogle(page, say({ ok: true }));
    await visit(page);
    const form = await ask(page);
    await expect(form.getByRole("button", { name: /Facebook/ })).toHaveCount(0);
    await expect(form.getByText("Or continue with")).toBeVisible();
    // The server's part of the way back: the cookie.
    const data = credentials("viewer");
    expect((await page.request.post("/api/auth/sign-in", { data })).status()).toBe(200);
    const opened = page.waitForEvent("popup");
    await form.getByRole("button", { name: "Continue with Google" }).click();
    expect(new URL((await opened).url()).pathname).toBe("/api/auth/federated/google/start");
    await expect(form).toBeHidden();
    await expect(toast(page, "Signed in with Google")).toContainText("Welcome back!");
    await expect(account(page).getByText("Linh Tran")).toBeVisible();
  });

  for (const [end, script, sentence] of [
    ["is closed", "setTimeout(close, 50)", "The sign-in window was closed before you were signed in."],
    ["is refused", say({ ok: false, code: "x" }), "An error occurred during Google sign-in"],
  ] as const)
    test(`rows 32, 33: a window that ${end} is said in words`, async ({ page, guard }) => {
      guard.allow(/Sign-in failed/);
      await withGoogle(page, script);
      await visit(page);
      const form = await ask(page);
      await form.getByRole("button", { name: "Continue with Google" }).click();
      await expect(toast(page, "Google sign-in error")).toContainText(sentence);
      await expect(form).toBeVisible();
      await expect(form.getByRole("button", { name: "Continue with Google" })).toBeEnabled();
    });

  test("row 177: one notice at a time, reached by F8, gone after five seconds", async ({ page, guard }) => {
    guard.allow(REFUSED);
    await visit(page);
    const form = await ask(page);
    await fill(form, { Email: `${unique("no").replace(" ", ".")}@example.org`, Password: "not it" });
    await page.keyboard.press("Enter");
    await expect(toast(page, "Authentication error")).toBeVisible();
    const { email, password } = credentials("viewer");
    await fill(form, { Email: email, Password: password });
    await page.keyboard.press("Enter");
    await expect(toast(page, "Signed in successfully")).toBeVisible();
    const notices = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
    await expect(notices).toHaveCount(1);
    // With the focus in it, it stays.
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: "Notifications (F8)" }).getByRole("list")).toBeFocused();
    await page.keyboard.press("Tab");
    await page.waitForTimeout(5_500);
    await expect(notices).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(notices).toHaveCount(0);
  });

  test("row 177: a notice goes by itself after five seconds, and by a swipe of 50 px to the right", async ({
    page,
  }) => {
    await visit(page);
    await signInAs(page, "viewer");
    await expect(toast(page, "Signed in successfully")).toBeVisible();
    const shownAt = Date.now();
    await page.mouse.move(10, 300);
    await expect(toast(page, "Signed in successfully")).toHaveCount(0, { timeout: 8_000 });
    expect(Date.now() - shownAt).toBeGreaterThan(4_000);
    await signOutButton(page).click();
    await signInAs(page, "viewer");
    const box = (await toast(page, "Signed in successfully").boundingBox())!;
    const swipe = async (distance: number) => {
      await page.mouse.move(box.x + 30, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 30 + distance / 2, box.y + 20, { steps: 4 });
      await page.mouse.move(box.x + 30 + distance, box.y + 20, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(30);
    await expect(toast(page, "Signed in successfully")).toHaveCount(1);
    await swipe(70);
    await expect(toast(page, "Signed in successfully")).toHaveCount(0, { timeout: 2_000 });
  });

  test("row 37: signing out clears the session, here and on the server", async ({ page }) => {
    await visit(page);
    await signInAs(page, "viewer");
    const held = (await token(page))!;
    const gone = page.waitForResponse("**/api/auth/sign-out");
    await signOutButton(page).click();
    await expect(signInLink(page)).toBeVisible();
    expect((await gone).status()).toBe(204);
    expect(await token(page)).toBeNull();
    const refused = await page.request.get("/api/auth/sessions", {
      headers: { authorization: `Bearer ${held}` },
    });
    expect(refused.status()).toBe(401);
    await page.reload();
    await expect(signInLink(page)).toBeVisible();
  });

  test("two tabs agree on who is signed in", async ({ page, context }) => {
    const other = await context.newPage();
    await visit(page);
    await visit(other, "/");
    await signInAs(page, "viewer");
    await expect(account(other).getByText("Linh Tran")).toBeVisible();
    await signOutButton(other).click();
    await expect(signInLink(page)).toBeVisible();
  });

  test("row 34: a deactivated account is signed out on its next request", async ({ page, admin }) => {
    const { uid, email } = await anAccount();
    await arrive(page, email, PASSWORD);
    await expect(account(page).getByText("Hoa Pham")).toBeVisible();
    const headers = { authorization: `Bearer ${admin.token}` };
    const path = `/api/admin/users/${uid}`;
    const user = (await (
      await page.request.get(path, { headers })
    ).json()) as components["schemas"]["UserView"];
    const changed = await page.request.put(path, { headers, data: { ...user, isActive: false } });
    expect(changed.status(), await changed.text()).toBe(200);
    await page.reload();
    await expect(signInLink(page)).toBeVisible();
    expect(await token(page)).toBeNull();
    await expect(page.getByText("This account has been deactivated.").first()).toBeVisible();
  });

  test("row 6: while the account is asked for, its part alone waits", async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/auth/firebase/sync", async (route) => {
      await held;
      await route.continue();
    });
    const { email, password } = credentials("viewer");
    await arrive(page, email, password);
    const spinner = account(page).getByRole("status").filter({ hasText: "Loading your adventure..." });
    await expect(spinner).toBeVisible();
    await expect(signInLink(page)).toBeHidden();
    await expect(page.getByRole("link", { name: "Phong Nha Cave", exact: true })).toBeVisible();
    release();
    await expect(account(page).getByText("Linh Tran")).toBeVisible();
    await expect(spinner).toHaveCount(0);
  });

  test("row 38: when the sync fails, one is signed in as a viewer all the same", async ({ page, guard }) => {
    guard.allow(/503|Error syncing user with backend/);
    await page.route("**/api/auth/firebase/sync", (route) => route.fulfill({ status: 503, body: "" }));
    await visit(page);
    await signInAs(page, "business_owner");
    await expect(account(page).getByText("Linh Tran")).toBeVisible();
  });

  test("row 24: whoever comes back to Home signed in is greeted, once a visit", async ({ page }) => {
    const { email, password } = credentials("viewer");
    await arrive(page, email, password, "/");
    await expect(toast(page, "Hello Linh...")).toBeVisible();
    await page.reload();
    await expect(account(page).getByText("Linh Tran")).toBeVisible();
    await page.waitForTimeout(500);
    await expect(toast(page, "Hello")).toHaveCount(0);
  });

  test("nothing in the bar moves when the account settles", async ({ page }) => {
    const { email, password } = credentials("viewer");
    await arrive(page, email, password);
    await expect(account(page).getByText("Linh Tran")).toBeVisible();
    const moved = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = [];
          new PerformanceObserver((entries) => {
            for (const entry of entries.getEntries() as (PerformanceEntry & {
              sources: { node: Node | null }[];
            })[])
              for (const { node } of entry.sources)
                if (node instanceof Element && node.closest("header"))
                  seen.push(node.outerHTML.slice(0, 120));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(seen), 500);
        }),
    );
    expect(moved).toEqual([]);
  });

  test("a session that began at /login goes on here", async ({ page }) => {
    const { email, password } = credentials("viewer");
    await page.goto("/login?return=/explore");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/explore");
    await expect(account(page).getByText("Linh Tran")).toBeVisible();
  });

  test("a stranger's visit asks nothing of the server about accounts", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/\/api\/(auth|firebase)/.test(request.url())) asked.push(request.url());
    });
    await visit(page, "/");
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
  });
});

test("row 11: the phone's menu leads to the dialog, and the focus comes back to it @phone", async ({
  page,
}) => {
  await visit(page);
  const menu = page.locator("header summary");
  await menu.tap();
  await signInLink(page).tap();
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden();
  await dialog(page).getByRole("button", { name: "Close sign-in" }).tap();
  await expect(dialog(page)).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.tap();
  await signInAs(page, "viewer");
  await expect(toast(page, "Signed in successfully")).toBeVisible();
  await expect(menu).toBeFocused();
  await menu.tap();
  await expect(account(page).getByText("Linh Tran")).toBeVisible();
  await signOutButton(page).tap();
  await expect(menu).toBeFocused();
  await menu.tap();
  await expect(signInLink(page)).toBeVisible();
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("row 11: Sign In leads to /login and back @desktop", async ({ page }) => {
    await page.goto("/explore");
    await expect(account(page).getByRole("status")).toBeHidden();
    await signInLink(page).click();
    await expect(page).toHaveURL("/login?return=%2Fexplore");
    const { email, password } = credentials("viewer");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/explore");
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`${colorScheme} colours${colorScheme === "dark" ? " @phone" : ""}`, () => {
    test.use({ colorScheme });

    test("the sign-in dialog breaks no rule of accessibility", async ({ page, guard, isMobile }) => {
      // Three audits, one after the other.
      test.slow();
      guard.allow(REFUSED);
      await visit(page);
      if (isMobile) await page.locator("header summary").tap();
      const form = await ask(page);
      await settled(page);
      await expectAccessible(page, "sign in");
      const email = `${unique("nobody").replace(" ", ".")}@example.org`;
      await fill(form, { Email: email, Password: "not the password" });
      await form.getByRole("button", { name: "Sign In", exact: true }).click();
      await expect(toast(page, "Authentication error")).toBeVisible();
      await settled(page);
      await expectAccessible(page, "sign in, refused");
      await form.getByRole("button", { name: /Sign up$/ }).click();
      await dialog(page, "Create Account").getByRole("button", { name: "Create Account" }).click();
      await settled(page);
      await expectAccessible(page, "create account, with what is missing");
    });

    test("the account's part breaks no rule of accessibility", async ({ page, isMobile }) => {
      // What is caught half faded has no contrast.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { email, password } = credentials("viewer");
      await arrive(page, email, password, "/");
      await expect(toast(page, "Hello Linh...")).toBeVisible();
      if (isMobile) await page.locator("header summary").tap();
      await expect(account(page).getByText("Linh Tran")).toBeVisible();
      await settled(page);
      await expectAccessible(page, "signed in");
    });
  });
}
