import type { PlaceResponse } from "@karst/client";
import type { Browser, Page } from "@playwright/test";
import { CONSOLE, expect, expectAccessible, field, openPlace, test, toast } from "./fixtures";

const OLD = "A dry cave with a floor of sand.";
const NEW = "A wet cave with a floor of sand.";
const PHONE = { width: 390, height: 844 };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const banner = (page: Page) => page.getByRole("status").filter({ hasText: "You see the draft." });
const frame = (page: Page) => page.frameLocator('iframe[title="The page with the draft"]');

/** A page on a phone of somebody without an account. */
async function visitorPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL, viewport: PHONE })).newPage();
}

/** Opens the form of a place, saves a draft, and makes a link to it. */
async function shareDraft(page: Page, place: PlaceResponse): Promise<string> {
  await openPlace(page, place);
  await field(page, "Description").fill(NEW);
  await button(page, "Save draft").click();
  await expect(banner(page)).toBeVisible();
  await button(page, "Share preview").click();
  const dialog = page.getByRole("dialog", { name: "Share preview" });
  await dialog.getByRole("textbox", { name: "Note" }).fill("For Minh");
  await dialog.getByRole("button", { name: "Create link" }).click();
  return dialog.getByRole("textbox", { name: "Link", exact: true }).inputValue();
}

test.describe("as an admin", () => {
  test.beforeEach(({ signIn }) => signIn("admin"));

  // R468, R471
  test("the page beside the form shows what is typed and leads to its fields @publishes", async ({
    page,
    admin,
    placeFactory,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const place = await placeFactory.create({ isActive: true, description: OLD });
    await openPlace(page, place);
    await button(page, "Preview on the site").click();
    await expect(banner(page)).toBeVisible();
    await expect(frame(page).getByText(OLD)).toBeVisible();
    await expect(page.getByText("The page shows the draft.")).toBeVisible();

    await field(page, "Description").fill(NEW);
    await expect(frame(page).getByText(NEW)).toBeVisible();
    await expect(frame(page).getByText("Preview — not published")).toBeVisible();
    await expect(field(page, "Description")).toBeFocused();
    expect((await admin.place(place.id)).description).toBe(OLD);

    await field(page, "Business name").focus();
    await frame(page).getByText(NEW).click();
    await expect(field(page, "Description")).toBeFocused();
    await frame(page).getByRole("heading", { level: 1 }).press("Enter");
    await expect(field(page, "Business name")).toBeFocused();

    await button(page, "Desktop").click();
    await expect(frame(page).getByText(NEW)).toBeVisible();
    await expectAccessible(page, "the preview beside a form");
    await page
      .getByRole("region", { name: "Preview on the site" })
      .getByRole("button", { name: "Close" })
      .click();
    await expect(page.locator("iframe")).toHaveCount(0);
    await expect(field(page, "Description")).toHaveValue(NEW);
  });

  // R471
  test("the preview is a dialog in narrow windows, also of standing pages @publishes", async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1000 });
    await page.goto(`${CONSOLE}pages/about`);
    await button(page, "Preview on the site").click();
    const dialog = page.getByRole("dialog", { name: "Preview on the site" });
    await frame(page).getByRole("heading", { level: 1 }).click();
    await expect(dialog).toHaveCount(0);
    await expect(field(page, "Heading")).toBeFocused();
    await button(page, "Discard draft").click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
    await expect(banner(page)).toHaveCount(0);
  });

  // R469, R470
  test("a shared preview opens without an account until it is revoked @both @publishes", async ({
    page,
    browser,
    baseURL,
    placeFactory,
  }) => {
    const place = await placeFactory.create({ isActive: true, description: OLD });
    const link = await shareDraft(page, place);
    await expectAccessible(page, "sharing a preview");
    const visitor = await visitorPage(browser, baseURL);
    const response = await visitor.goto(link);
    const headers = response!.headers();
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["x-robots-tag"]).toContain("noindex");
    await expect(visitor).toHaveTitle(new RegExp(`^Preview: ${place.name}`));
    await expect(visitor.getByText(NEW)).toBeVisible();
    await expect(visitor.getByText("Preview — not published")).toBeVisible();
    await expect(visitor.locator("[data-field][tabindex], meta[property^='og:']")).toHaveCount(0);
    await expectAccessible(visitor, "a shared preview");

    await button(page, "Revoke the link: For Minh").click();
    await expect(toast(page, "Link revoked")).toBeVisible();
    expect((await visitor.goto(link))!.status()).toBe(404);
    await visitor.context().close();
  });

  // R470
  for (const [end, press] of [
    ["published", (page: Page) => button(page, "Publish").click()],
    [
      "discarded",
      async (page: Page) => {
        await button(page, "Discard draft").click();
        await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
        // Behind an open dialog, the banner has no role.
        await expect(page.getByRole("dialog")).toHaveCount(0);
      },
    ],
  ] as const)
    test(`a preview ends when its draft is ${end} @publishes`, async ({
      page,
      browser,
      baseURL,
      placeFactory,
    }) => {
      const place = await placeFactory.create({ isActive: true, description: OLD });
      const link = await shareDraft(page, place);
      const visitor = await visitorPage(browser, baseURL);
      expect((await visitor.goto(link))!.status()).toBe(200);
      await page
        .getByRole("dialog", { name: "Share preview" })
        .getByRole("button", { name: "Close" })
        .click();
      await press(page);
      await expect(banner(page)).toHaveCount(0);
      expect((await visitor.goto(link))!.status()).toBe(404);
      await visitor.context().close();
    });
});
