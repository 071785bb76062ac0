import { credentials } from "../api";
import { expect, letPageRun, test } from "../fixtures";
import { accountMenu, signInAs, signInLink, signOutButton, storedToken, openHydrated } from "../signIn";
import { createTraveler, restoreSession, toast } from "../travelers";

test.describe("@desktop", () => {
  // R37
  test("signing out ends the session in the browser and on the server", async ({ page }) => {
    await openHydrated(page);
    await signInAs(page, "viewer");
    const held = (await storedToken(page))!;
    const signedOut = page.waitForResponse("**/api/auth/sign-out");
    await signOutButton(page).click();
    await expect(signInLink(page)).toBeVisible();
    expect((await signedOut).status()).toBe(204);
    expect(await storedToken(page)).toBeNull();
    const response = await page.request.get("/api/auth/sessions", {
      headers: { authorization: `Bearer ${held}` },
    });
    expect(response.status()).toBe(401);
    await page.reload();
    await expect(signInLink(page)).toBeVisible();
  });

  // R37
  test("two tabs agree on who is signed in", async ({ page, context }) => {
    const other = await context.newPage();
    await openHydrated(page);
    await openHydrated(other, "/");
    await signInAs(page, "viewer");
    await expect(accountMenu(other).getByText("Linh Tran")).toBeVisible();
    await signOutButton(other).click();
    await expect(signInLink(page)).toBeVisible();
  });

  // R34
  test("a deactivated account is signed out on its next request", async ({ page, admin, monitor }) => {
    // The first page may still request the likes when the account is deactivated.
    monitor.allow(/401 \(Unauthorized\).*\/api\/user\/likes/);
    const traveler = await createTraveler("Hoa", "Pham");
    const { uid } = await restoreSession(page, traveler);
    await page.goto("/explore");
    await expect(accountMenu(page).getByText("Hoa Pham")).toBeVisible();
    await admin.updateUser(uid, { isActive: false });
    await page.reload();
    await expect(signInLink(page)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await expect(page.getByText("This account has been deactivated.").first()).toBeVisible();
  });

  // R6
  test("while the session loads, only the account menu shows a spinner", async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/auth/firebase/sync", async (route) => {
      await held;
      await route.continue();
    });
    await restoreSession(page, credentials("viewer"));
    await page.goto("/explore");
    const spinner = accountMenu(page).getByRole("status").filter({ hasText: "Loading your adventure..." });
    await expect(spinner).toBeVisible();
    await expect(signInLink(page)).toBeHidden();
    await expect(page.getByRole("link", { name: "Phong Nha Cave", exact: true })).toBeVisible();
    release();
    await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
    await expect(spinner).toHaveCount(0);
  });

  // R38
  test("if the sync fails, the account is signed in as a viewer", async ({ page, monitor }) => {
    monitor.allow(/503|Error syncing user with backend/);
    await page.route("**/api/auth/firebase/sync", (route) => route.fulfill({ status: 503, body: "" }));
    await openHydrated(page);
    await signInAs(page, "business_owner");
    await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
  });

  // R24
  test("Home greets a signed-in traveler once per visit", async ({ page }) => {
    await restoreSession(page, credentials("viewer"));
    await page.goto("/");
    await expect(toast(page, "Hello Linh...")).toBeVisible();
    await page.reload();
    await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
    await letPageRun(page, 500);
    await expect(toast(page, "Hello")).toHaveCount(0);
  });

  test("the header does not shift when the session is known", async ({ page }) => {
    await restoreSession(page, credentials("viewer"));
    await page.goto("/explore");
    await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
    const moved = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const shifted: string[] = [];
          new PerformanceObserver((entries) => {
            for (const entry of entries.getEntries() as (PerformanceEntry & {
              sources: { node: Node | null }[];
            })[])
              for (const { node } of entry.sources)
                if (node instanceof Element && node.closest("header"))
                  shifted.push(node.outerHTML.slice(0, 120));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(shifted), 500);
        }),
    );
    expect(moved).toEqual([]);
  });

  // R423
  test("a session that began at /login continues on the site", async ({ page }) => {
    const { email, password } = credentials("viewer");
    await page.goto("/login?return=/explore");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/explore");
    await expect(accountMenu(page).getByText("Linh Tran")).toBeVisible();
  });

  test("an anonymous visit makes no account requests", async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (/\/api\/(auth|firebase)/.test(request.url())) requests.push(request.url());
    });
    await openHydrated(page, "/");
    await page.waitForLoadState("networkidle");
    expect(requests).toEqual([]);
  });
});
