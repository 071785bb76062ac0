import { credentials } from "../api";
import { expect, expectAccessible, test, uniqueEmail } from "../fixtures";
import {
  accountMenu,
  openSignInDialog,
  signInDialog,
  fillForm,
  SIGN_IN_REFUSED,
  signInAs,
  signInLink,
  signOutButton,
  storedToken,
  openHydrated,
} from "../signIn";
import { openSignedIn, PASSWORD, toast } from "../travelers";

test.describe("@desktop", () => {
  // R11, R25, R29, R31
  test("signing in by email closes the dialog and shows a toast", async ({ page }) => {
    await openHydrated(page);
    const form = await openSignInDialog(page);
    await expect(form.getByRole("button", { name: /Google|Facebook/ })).toHaveCount(0);
    await expect(form.getByLabel("Email", { exact: true })).toBeFocused();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/auth/sign-in", async (route) => {
      await held;
      await route.continue();
    });
    const { email, password } = credentials("viewer");
    await fillForm(form, { Email: email, Password: password });
    await form.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(form.getByRole("button", { name: "Processing..." })).toBeDisabled();
    await expect(form.getByRole("button", { name: /Sign up/ })).toBeDisabled();
    release();
    await expect(form).toBeHidden();
    await expect(toast(page, "Signed in successfully")).toContainText("Welcome back!");
    await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
    // The link that opened the dialog is gone. The focus is on its group, and the next stops are the saved places, the
    // account and Sign Out.
    await expect(accountMenu(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(accountMenu(page).getByRole("link", { name: "Saved Places" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(accountMenu(page).getByRole("link", { name: /^Your account/ })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(signOutButton(page)).toBeFocused();
    expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  // R26, R27, R28, R31
  test("signing up creates an account with first and last name", async ({ page }) => {
    await openHydrated(page);
    const form = await openSignInDialog(page);
    await form.getByRole("button", { name: "Don't have an account? Sign up" }).click();
    const signUp = signInDialog(page, "Create Account");
    await fillForm(signUp, {
      "First name": " Mai ",
      "Last name": "Nguyễn",
      Email: uniqueEmail("mai"),
      Password: PASSWORD,
    });
    await signUp.getByRole("button", { name: "Create Account" }).click();
    await expect(signUp).toBeHidden();
    await expect(toast(page, "Account created successfully")).toContainText("Welcome, Mai!");
    await expect(accountMenu(page).getByText("Mai Nguyễn", { exact: true })).toBeVisible();
  });

  // R32
  test("an address in use is reported at its field", async ({ page, monitor }) => {
    monitor.allow(/422 \(.+\) \(\S+\/api\/auth\/sign-up\)|Sign-up failed/);
    await openHydrated(page);
    const form = await openSignInDialog(page);
    await form.getByRole("button", { name: /Sign up$/ }).click();
    const signUp = signInDialog(page, "Create Account");
    const { email } = credentials("viewer");
    await fillForm(signUp, { "First name": "Linh", "Last name": "Tran", Email: email, Password: PASSWORD });
    await signUp.getByRole("button", { name: "Create Account" }).click();
    const field = signUp.getByLabel("Email", { exact: true });
    await expect(field).toHaveAccessibleDescription("This email is already in use");
    await expect(field).toBeFocused();
    await expect(toast(page, "Authentication error")).toContainText("This email is already in use");
  });

  // R32
  test("a wrong password is reported and the typed text is kept", async ({ page, monitor }) => {
    monitor.allow(SIGN_IN_REFUSED);
    await openHydrated(page);
    const form = await openSignInDialog(page);
    const email = uniqueEmail("nobody");
    await fillForm(form, { Email: email, Password: "not the password" });
    await form.getByRole("button", { name: "Sign In", exact: true }).click();
    const text = (await toast(page, "Authentication error").textContent())!;
    expect(text.length).toBeGreaterThan("Authentication error".length + 10);
    await expect(form).toBeVisible();
    await expect(form.getByLabel("Email", { exact: true })).toHaveValue(email);
    await expect(form.getByLabel("Password", { exact: true })).toBeFocused();
    expect(await storedToken(page)).toBeNull();
  });

  // R27
  test("missing values are reported at their fields before anything is sent", async ({ page }) => {
    await openHydrated(page);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.method()));
    const form = await openSignInDialog(page);
    await form.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(form.getByLabel("Email", { exact: true })).toHaveAccessibleDescription("Email is required");
    await expect(form.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "Password is required",
    );
    await expect(form.getByLabel("Email", { exact: true })).toBeFocused();
    await form.getByRole("button", { name: /Sign up$/ }).click();
    const signUp = signInDialog(page, "Create Account");
    await fillForm(signUp, { Email: "linh", Password: "short" });
    await signUp.getByRole("button", { name: "Create Account" }).click();
    for (const [label, message] of Object.entries({
      "First name": "First name is required",
      "Last name": "Last name is required",
      Email: "Please enter a valid email address",
      Password: "Password must be at least 6 characters",
    }))
      await expect(signUp.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message);
    await expect(signUp.getByLabel("First name")).toBeFocused();
    expect(sent).not.toContain("POST");
  });

  // R26
  test("the link switches between both modes and keeps the address", async ({ page }) => {
    await openHydrated(page);
    const form = await openSignInDialog(page);
    await fillForm(form, { Email: "linh@example.org" });
    await form.getByRole("button", { name: "Don't have an account? Sign up" }).click();
    const signUp = signInDialog(page, "Create Account");
    await expect(signUp.getByRole("textbox")).toHaveCount(4);
    await expect(signUp.getByLabel("Email", { exact: true })).toHaveValue("linh@example.org");
    await signUp.getByRole("button", { name: "Already have an account? Sign in" }).click();
    await expect(signInDialog(page).getByRole("textbox")).toHaveCount(2);
    await expect(signInDialog(page).getByLabel("Email", { exact: true })).toHaveValue("linh@example.org");
    // A reopened dialog is empty.
    await signInDialog(page).getByRole("button", { name: "Close sign-in" }).click();
    await expect(signInDialog(page)).toBeHidden();
    await openSignInDialog(page);
    await expect(signInDialog(page).getByLabel("Email", { exact: true })).toHaveValue("");
  });

  // R211
  test("the dialog works by keyboard alone, and Escape returns the focus", async ({ page }) => {
    await openHydrated(page);
    await signInLink(page).focus();
    await page.keyboard.press("Enter");
    await expect(signInDialog(page).getByLabel("Email", { exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(signInDialog(page)).toBeHidden();
    await expect(signInLink(page)).toBeFocused();
    await page.keyboard.press("Enter");
    const { email, password } = credentials("viewer");
    await expect(signInDialog(page).getByLabel("Email", { exact: true })).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await signInDialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(
        true,
      );
    }
    await signInDialog(page).getByLabel("Password", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(signInDialog(page)).toBeHidden();
    await expect(accountMenu(page)).toBeFocused();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Tab");
    await expect(signOutButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(signInLink(page)).toBeVisible();
    await expect(accountMenu(page)).toBeFocused();
  });

  // R312
  test("a password reset responds alike for every address", async ({ page }) => {
    // This guide has no mail server and says so.
    const resetToast = toast(page, "Please contact us");
    await openHydrated(page);
    const form = await openSignInDialog(page);
    await form.getByRole("button", { name: "Forgot password?" }).click();
    await expect(form.getByLabel("Email", { exact: true })).toHaveAccessibleDescription("Email is required");
    await expect(form.getByLabel("Email", { exact: true })).toBeFocused();
    const texts: string[] = [];
    for (const email of [credentials("business_owner").email, uniqueEmail("nobody")]) {
      await fillForm(form, { Email: email });
      const response = page.waitForResponse("**/api/auth/password-reset");
      await form.getByRole("button", { name: "Forgot password?" }).click();
      expect((await response).status()).toBe(202);
      texts.push((await resetToast.textContent())!);
      await resetToast.getByRole("button", { name: "Close notification" }).click();
      await expect(resetToast).toHaveCount(0);
      await expect(form).toBeVisible();
    }
    expect(texts[0]).toBe(texts[1]);
  });
});

// R11
test("the phone's menu opens the dialog and gets the focus back @phone", async ({ page }) => {
  await openHydrated(page);
  const menu = page.locator("header summary");
  await menu.tap();
  await signInLink(page).tap();
  await expect(signInDialog(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden();
  await signInDialog(page).getByRole("button", { name: "Close sign-in" }).tap();
  await expect(signInDialog(page)).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.tap();
  await signInAs(page, "viewer");
  await expect(toast(page, "Signed in successfully")).toBeVisible();
  await expect(menu).toBeFocused();
  await menu.tap();
  await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
  await signOutButton(page).tap();
  await expect(menu).toBeFocused();
  await menu.tap();
  await expect(signInLink(page)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  // R11
  test("Sign In leads to /login and back @desktop", async ({ page }) => {
    await page.goto("/explore");
    await expect(accountMenu(page).getByRole("status")).toBeHidden();
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
  // R211
  test.describe(`${colorScheme} mode${colorScheme === "dark" ? " @phone" : ""}`, () => {
    test.use({ colorScheme });

    test("the sign-in dialog violates no accessibility rule", async ({ page, monitor, isMobile }) => {
      // Three accessibility checks in a row.
      test.slow();
      monitor.allow(SIGN_IN_REFUSED);
      await openHydrated(page);
      if (isMobile) await page.locator("header summary").tap();
      const form = await openSignInDialog(page);
      await expectAccessible(page, "sign in");
      const email = uniqueEmail("nobody");
      await fillForm(form, { Email: email, Password: "not the password" });
      await form.getByRole("button", { name: "Sign In", exact: true }).click();
      await expect(toast(page, "Authentication error")).toBeVisible();
      await expectAccessible(page, "sign in, refused");
      await form.getByRole("button", { name: /Sign up$/ }).click();
      await signInDialog(page, "Create Account").getByRole("button", { name: "Create Account" }).click();
      await expectAccessible(page, "create account, with what is missing");
    });

    test("the account menu violates no accessibility rule", async ({ page, isMobile }) => {
      // A color in the middle of a transition has no meaningful contrast.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await openSignedIn(page, credentials("viewer"), "/");
      await expect(toast(page, "Hello Linh...")).toBeVisible();
      if (isMobile) await page.locator("header summary").tap();
      await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
      await expectAccessible(page, "signed in");
    });
  });
}
