import { credentials } from "../api";
import { expect, test, uniqueEmail } from "../fixtures";
import {
  openSignInDialog,
  fillForm,
  SIGN_IN_REFUSED,
  signInAs,
  signOutButton,
  openHydrated,
} from "../signIn";
import { toast } from "../travelers";

test.describe("@desktop", () => {
  // R177
  test("one toast shows at a time, F8 focuses it, and the focus keeps it open", async ({ page, monitor }) => {
    monitor.allow(SIGN_IN_REFUSED);
    await page.clock.install();
    await openHydrated(page);
    const form = await openSignInDialog(page);
    await fillForm(form, { Email: uniqueEmail("no"), Password: "not it" });
    await page.keyboard.press("Enter");
    await expect(toast(page, "Authentication error")).toBeVisible();
    const { email, password } = credentials("viewer");
    await fillForm(form, { Email: email, Password: password });
    await page.keyboard.press("Enter");
    await expect(toast(page, "Signed in successfully")).toBeVisible();
    const toasts = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
    await expect(toasts).toHaveCount(1);
    // While it has the focus, it stays open.
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: "Notifications (F8)" }).getByRole("list")).toBeFocused();
    await page.keyboard.press("Tab");
    await page.clock.fastForward(5_500);
    await expect(toasts).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(toasts).toHaveCount(0);
  });

  // R177
  test("the toast of a sign-in is removed by signing out", async ({ page }) => {
    await openHydrated(page);
    await signInAs(page, "viewer");
    await expect(toast(page, "Signed in successfully")).toBeVisible();
    await signOutButton(page).click();
    await expect(toast(page, "Signed in successfully")).toHaveCount(0, { timeout: 2_000 });
  });

  // R177
  test("a toast closes after five seconds, or by a swipe of 50 px to the right", async ({ page }) => {
    await openHydrated(page);
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
});
