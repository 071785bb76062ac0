import type { PlaceRequest, PlaceResponse, SessionResponse } from "@karst/client";
import type { Locator, Page } from "@playwright/test";
import { Api, credentials } from "../api";
import { test as base, expect, expectAccessible, settled, unique } from "../fixtures";

export { expect, expectAccessible, settled, unique };

export const CONSOLE = "/admin-portal/";

/** The four tabs of a place's form. */
export const TABS = [
  "Business Information",
  "Media & Details",
  "Booking & Settings",
  "Rating & Reviews",
] as const;
export type Tab = (typeof TABS)[number];

interface Desk {
  /** A place for this test alone, removed after it. Inactive, so that no other test's counts change. */
  make: (form?: Partial<PlaceRequest>) => Promise<PlaceResponse>;
  /** A place that the test made by the console itself. */
  remember: (id: number) => void;
}

export const test = base.extend<{ desk: Desk }>({
  desk: async ({ admin }, provide) => {
    const ids = new Set<number>();
    const make = async (form: Partial<PlaceRequest> = {}) => {
      const place = await admin.create({
        name: unique("Quiet Grotto"),
        latitude: 17.6,
        longitude: 106.3,
        categoryIds: [await admin.categoryId("cave")],
        isActive: false,
        ...form,
      });
      ids.add(place.id);
      return place;
    };
    await provide({ make, remember: (id) => void ids.add(id) });
    for (const id of ids) {
      await admin.remove(id).catch((error: Error) => {
        // Some tests are about deleting.
        if (!error.message.includes("404")) throw error;
      });
    }
  },
});

/** The input that a label names. */
export function field(page: Page, label: string): Locator {
  return page
    .getByRole("textbox", { name: label, exact: true })
    .or(page.getByRole("spinbutton", { name: label, exact: true }));
}

/** One of a few words, by the label of its field. */
export const choice = (page: Page, label: string) => page.getByRole("combobox", { name: label });

/** A yes or no. */
export const flag = (page: Page, label: string) => page.getByRole("switch", { name: label, exact: true });

export const tab = (page: Page, name: Tab) => page.getByRole("tab", { name });

export async function openTab(page: Page, name: Tab): Promise<void> {
  await tab(page, name).click();
  await expect(page.getByRole("tabpanel", { name })).toBeVisible();
}

/** The form of a place, ready to be typed into. */
export async function openPlace(page: Page, { id, name }: PlaceResponse): Promise<void> {
  await page.goto(`${CONSOLE}businesses/${id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(field(page, "Business name")).toHaveValue(name);
}

/** Manage Businesses, narrowed to what a name search finds. */
export async function search(page: Page, words: string): Promise<void> {
  const found = page.waitForResponse((answer) => answer.url().includes("/api/businesses?"));
  await page.getByRole("searchbox", { name: "Search by name" }).fill(words);
  await found;
}

/** The row of a place: of the table, or of the list on phones. */
export function row(page: Page, name: string): Locator {
  const link = page.getByRole("link", { name, exact: true });
  return page
    .getByRole("row")
    .filter({ has: link })
    .or(page.getByRole("listitem").filter({ has: link }));
}

/** Chooses from a menu that was just opened. It still grows: a press would begin on one option and end on the next. */
export async function pick(option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  await settled(option.page());
  await option.click();
}

/** What a notice says. */
export const toast = (page: Page, sentence: string) =>
  page.locator(".MuiAlert-root").filter({ hasText: sentence });

/** Who an account is to the server. */
export async function uidOf(person: "admin" | "business_owner"): Promise<string> {
  const answer = await fetch(`${Api.visitor().origin}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials(person)),
  });
  return ((await answer.json()) as SessionResponse).user.uid;
}
