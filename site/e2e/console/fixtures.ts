import type { PlaceRequest, PlaceResponse } from "@karst/client";
import type { FileChooser, Locator, Page } from "@playwright/test";
import { Api, type Role } from "../api";
import { test as base, expect, expectAccessible, settled, unique, uniqueEmail } from "../fixtures";

export { expect, expectAccessible, settled, unique, uniqueEmail };

export const CONSOLE = "/admin-portal/";

/** The four tabs of a place's form. */
export const TABS = [
  "Business Information",
  "Media & Details",
  "Booking & Settings",
  "Rating & Reviews",
] as const;
export type Tab = (typeof TABS)[number];

interface PlaceFactory {
  /**
   * Creates a place for one test and removes it after the test. It is inactive, so that public counts do not change;
   * tests that make one active have the tag `@publishes`.
   */
  create: (form?: Partial<PlaceRequest>) => Promise<PlaceResponse>;
  /** Removes this place after the test, which created it in the console. */
  track: (id: number) => void;
}

interface ConsoleFixtures {
  placeFactory: PlaceFactory;
  /**
   * Whether the console has WebGL. Drawing a map takes two seconds of a processor, and the console works without it, so
   * files that open many forms with maps and are not about them set this to false.
   */
  hasWebGl: boolean;
}

export const test = base.extend<ConsoleFixtures>({
  // No test of the console is about motion, and drawing each frame of it takes a tenth of the time.
  contextOptions: { reducedMotion: "reduce" },
  hasWebGl: [true, { option: true }],
  context: async ({ context, hasWebGl }, provide) => {
    if (!hasWebGl) await context.addInitScript(removeWebGl, CONSOLE);
    await provide(context);
  },
  placeFactory: async ({ admin }, provide) => {
    const ids = new Set<number>();
    const create = async (form: Partial<PlaceRequest> = {}) => {
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
    await provide({ create, track: (id) => void ids.add(id) });
    for (const id of ids) {
      await admin.remove(id).catch((error: Error) => {
        // The test may have deleted it.
        if (!error.message.includes("404")) throw error;
      });
    }
  },
});

/** Runs in each page. The site keeps WebGL. */
function removeWebGl(consolePath: string): void {
  if (!location.pathname.startsWith(consolePath)) return;
  const { prototype } = HTMLCanvasElement;
  const getContext = prototype.getContext as (kind: string, ...rest: unknown[]) => RenderingContext | null;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
    return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...rest);
  } as typeof prototype.getContext;
}

/** The text or number input with this label. */
export function field(page: Page, label: string): Locator {
  return page
    .getByRole("textbox", { name: label, exact: true })
    .or(page.getByRole("spinbutton", { name: label, exact: true }));
}

/** The select with this label. */
export const selectInput = (page: Page, label: string) => page.getByRole("combobox", { name: label });

/** The switch with this label. */
export const switchInput = (page: Page, label: string) =>
  page.getByRole("switch", { name: label, exact: true });

export const tab = (page: Page, name: Tab) => page.getByRole("tab", { name });

export async function openTab(page: Page, name: Tab): Promise<void> {
  // On a phone the row of tabs may be scrolling to the one before, and a click would miss.
  await expect(async () => {
    await tab(page, name).click();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

/** Shows the addresses in these image fields as text. */
export async function editImagesAsText(page: Page, ...labels: string[]): Promise<void> {
  for (const label of labels) await page.getByRole("button", { name: `Edit as text: ${label}` }).click();
}

/** Chooses files in the dialog that this button opens. */
export async function chooseFiles(button: Locator, files: Parameters<FileChooser["setFiles"]>[0]) {
  const chooser = button.page().waitForEvent("filechooser");
  await button.click();
  await (await chooser).setFiles(files);
}

/** Opens the form of a place and waits until it has the place's values. */
export async function openPlace(page: Page, { id, name }: PlaceResponse): Promise<void> {
  await page.goto(`${CONSOLE}businesses/${id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(field(page, "Business name")).toHaveValue(name);
}

/** Searches Manage Businesses, which is open. */
export async function searchPlaces(page: Page, query: string): Promise<void> {
  const response = page.waitForResponse((one) => /\/api\/businesses\?.*q=/.test(one.url()));
  await page.getByRole("searchbox", { name: "Search by name" }).fill(query);
  await response;
}

/** The row of a place in the table, or in the list on phones. */
export function placeRow(page: Page, name: string): Locator {
  const link = page.getByRole("link", { name, exact: true });
  return page
    .getByRole("row")
    .filter({ has: link })
    .or(page.getByRole("listitem").filter({ has: link }));
}

/** Clicks an option of a menu that is opening. While it grows, a click could hit the next option. */
export async function chooseOption(option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  await settled(option.page());
  await option.click();
}

/** The toast with this text. */
/** Opens a folded section of a form. */
export const unfold = (page: Page | Locator, name: string) =>
  page
    .getByRole("group", { name, exact: true })
    .getByRole("button", { name: new RegExp(`^${name}`), expanded: false })
    .click();

export const toast = (page: Page, text: string) => page.locator(".MuiAlert-root").filter({ hasText: text });

const userIds = new Map<Role, Promise<string>>();

/** The id of the account of a role. It is requested once per worker. */
export function userIdOf(role: Role): Promise<string> {
  const known = userIds.get(role) ?? requestUserId(role);
  userIds.set(role, known);
  return known;
}

async function requestUserId(role: Role): Promise<string> {
  return (await (await Api.as(role)).profile()).uid;
}
