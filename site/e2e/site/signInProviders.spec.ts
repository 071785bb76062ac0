import type { Page } from "@playwright/test";
import { credentials } from "../api";
import { expect, test } from "../fixtures";
import { accountMenu, openSignInDialog, fillForm, SIGN_IN_REFUSED, openHydrated } from "../signIn";
import { toast } from "../travelers";

test.describe("@desktop", () => {
  // The server tests cover which account has a second factor. Here the response is mocked.
  // R33
  test("a code is requested after the password and can be corrected", async ({ page, monitor }) => {
    monitor.allow(SIGN_IN_REFUSED);
    await page.route("**/api/auth/sign-in", async (route) => {
      const { code, ...rest } = route.request().postDataJSON() as Record<string, string>;
      if (code === "081804") return route.continue({ postData: JSON.stringify(rest) });
      const problem = {
        type: "/problems/second-factor-required",
        title: "Unauthorized",
        status: 401,
        detail: code ? "This code is incorrect" : "Please enter your code",
        requestId: "0",
      };
      await route.fulfill({ status: 401, contentType: "application/problem+json", json: problem });
    });
    await openHydrated(page);
    const form = await openSignInDialog(page);
    const { email, password } = credentials("viewer");
    await fillForm(form, { Email: email, Password: password });
    await expect(form.getByLabel("Code", { exact: true })).toHaveCount(0);
    await page.keyboard.press("Enter");
    const code = form.getByLabel("Code", { exact: true });
    await expect(code).toBeFocused();
    await expect(toast(page, "Authentication error")).toHaveCount(0);
    await code.fill("000000");
    await page.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription("This code is incorrect");
    await expect(code).toBeFocused();
    await code.fill("081804");
    await page.keyboard.press("Enter");
    await expect(form).toBeHidden();
    await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
  });

  /** Enables Google sign-in. The page of the provider runs `script`. */
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
  const postResult = (message: object) =>
    `new BroadcastChannel("karst-sign-in").postMessage(${JSON.stringify(message)}); setTimeout(close, 50)`;

  // R25, R30, R31
  test("a configured provider has a button whose popup signs in", async ({ page }) => {
    await withGoogle(page, postResult({ ok: true }));
    await openHydrated(page);
    const form = await openSignInDialog(page);
    await expect(form.getByRole("button", { name: /Facebook/ })).toHaveCount(0);
    await expect(form.getByText("Or continue with")).toBeVisible();
    // The server sets the cookie in the callback.
    const data = credentials("viewer");
    expect((await page.request.post("/api/auth/sign-in", { data })).status()).toBe(200);
    const opened = page.waitForEvent("popup");
    await form.getByRole("button", { name: "Continue with Google" }).click();
    expect(new URL((await opened).url()).pathname).toBe("/api/auth/federated/google/start");
    await expect(form).toBeHidden();
    await expect(toast(page, "Signed in with Google")).toContainText("Welcome back!");
    await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
  });

  for (const [outcome, script, message] of [
    ["is closed", "setTimeout(close, 50)", "The sign-in window was closed before you were signed in."],
    ["is refused", postResult({ ok: false, code: "x" }), "An error occurred during Google sign-in"],
  ] as const)
    // R32, R33
    test(`a popup that ${outcome} is reported`, async ({ page, monitor }) => {
      monitor.allow(/Sign-in failed/);
      await withGoogle(page, script);
      await openHydrated(page);
      const form = await openSignInDialog(page);
      await form.getByRole("button", { name: "Continue with Google" }).click();
      await expect(toast(page, "Google sign-in error")).toContainText(message);
      await expect(form).toBeVisible();
      await expect(form.getByRole("button", { name: "Continue with Google" })).toBeEnabled();
    });
});
