import type { Locator, Page } from "@playwright/test";
import { expect } from "../fixtures";
import { expectHarmless, expectText, fillTo, test, TEXTS } from "../hostile";
import { restoreSession } from "../travelers";

/** User text is shown literally on the site and has no effect. */

test.describe.configure({ mode: "default", timeout: 180_000 });
test.use({ actionTimeout: 15_000 });

const main = (page: Page) => page.getByRole("main");

/** Opens a page and waits until it is hydrated. */
async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("[data-state=loading]")).toHaveCount(0);
}

for (const audience of ["anonymous visitors", "an admin"] as const) {
  test.describe(`for ${audience}`, () => {
    test.beforeEach(async ({ guide, page }) => {
      if (audience === "an admin") await restoreSession(page, guide.adminAccount);
    });

    // R303
    test("articles show hostile text inertly: the list, and each with its structured data", async ({
      page,
      guide,
    }) => {
      await openHydrated(page, "/inspiration");
      const texts = guide.articles.flatMap(({ title, author, summary, tags }) => [
        title,
        author,
        summary,
        ...tags,
      ]);
      await expectText(main(page), texts, "the list of articles");
      for (const { id, slug, title, author, summary, tags, sources } of guide.articles) {
        const screen = `article ${id}`;
        await openHydrated(page, `/inspiration/${id}-${slug}`);
        await expectText(main(page), [title, author, summary, ...tags, ...sources], screen);
        await expect(main(page).getByText(/^Before \d$/), "its text is shown").toBeVisible();
        await expect(page).toHaveTitle(new RegExp(escaped(title)));
        await expectStructured(page, [title, author]);
      }
    });

    // R303
    test("places show hostile text inertly: list, suggestions, dialog and page", async ({ page, guide }) => {
      await openHydrated(page, "/explore");
      const box = page.getByRole("combobox", { name: "Search places" });
      const options = page.getByRole("listbox", { name: "Suggestions" });
      for (const typed of ["pwned", "script", "svg onload"]) {
        await box.fill(typed);
        await expect(options.getByRole("option").first()).toContainText(/pwned/i);
        await expectHarmless(page, `suggestions for ${typed}`);
      }
      for (const [n, place] of guide.places.entries()) {
        const { name, localName, slug, address, commune, phone, categories } = place;
        // Each category has one place, so the place is the first of the list.
        await openHydrated(page, `/explore?category=${categories[0]!.slug}`);
        const found = page.getByRole("list", { name: "Places found" });
        await expectText(found, [name, localName!, categories[0]!.name], `Explore with place ${n}`);
        await found.getByRole("link").first().click();
        const dialog = page.getByRole("dialog");
        const texts = [name, ...TEXTS, address!, commune!, phone!, categories[0]!.name, fillTo(500, n)];
        await openDetails(dialog);
        await expectText(dialog, texts, `the dialog of place ${n}`);
        await openHydrated(page, `/places/${slug}`);
        await openDetails(main(page));
        await expectText(main(page), texts, `the page of place ${n}`);
        await expectStructured(page, [name]);
      }
      await openHydrated(page, `/explore?q=${encodeURIComponent(TEXTS[2]!)}`);
      await expect(box).toHaveValue(TEXTS[2]!);
      await expectHarmless(page, "an address that searches for a hostile text");
    });

    // R303
    test("the guestbook shows hostile text inertly: entries and comments", async ({ page, guide }) => {
      await openHydrated(page, "/guestbook");
      const entries = await guide.admin.entries();
      const texts = entries.flatMap(({ message, nationality, authorName, relatedPlace }) => [
        message,
        nationality!,
        authorName!,
        relatedPlace!.name,
      ]);
      await expectText(main(page), texts, "the guestbook");
      for (const { id, message, nationality, location } of entries) {
        await page
          .locator(`#entry-${id}`)
          .getByRole("button", { name: /^Read more/ })
          .click();
        const dialog = page.getByRole("dialog");
        // The comment has the same text as the entry.
        await expectText(dialog.getByRole("region", { name: "Comments" }), [message], `the comment on ${id}`);
        await expectText(dialog, [message, nationality!, location!], `the entry ${id}`);
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
      }
    });

    // R303
    test("Home, saved places and not-found pages contain no hostile markup", async ({
      page,
      monitor,
      guide,
    }) => {
      monitor.allow(/404 \(Not Found\)/);
      for (const path of ["/", "/saved", `/inspiration?topic=${encodeURIComponent(TEXTS[2]!)}`]) {
        await openHydrated(page, path);
        await expectHarmless(page, path);
      }
      if (audience === "an admin") {
        await openHydrated(page, "/saved");
        await expectText(
          main(page),
          guide.places.map(({ name }) => name),
          "saved places",
        );
      }
      await page.goto(`/places/${encodeURIComponent(TEXTS[0]!)}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectHarmless(page, "a missing place");
    });
  });
}

// R303
test("feed and sitemap are well-formed, and the feed contains the titles as written @desktop", async ({
  page,
  guide,
}) => {
  await page.goto("/about");
  for (const path of ["/feed.xml", "/sitemap.xml"]) {
    const { faults, titles } = await page.evaluate(async (path) => {
      const xml = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/xml");
      const titles = [...xml.querySelectorAll("entry > title, item > title")].map(
        (title) => title.textContent,
      );
      return { faults: xml.querySelectorAll("parsererror").length, titles };
    }, path);
    expect(faults, path).toBe(0);
    if (path === "/feed.xml")
      expect(titles).toEqual(expect.arrayContaining(guide.articles.map(({ title }) => title)));
  }
});

/** The structured data is valid JSON and contains these names as they were written. */
async function expectStructured(page: Page, names: readonly string[]): Promise<void> {
  const data = await page.locator("script[type='application/ld+json']").allTextContents();
  const strings = data.flatMap((text) => {
    const found: unknown[] = [];
    JSON.parse(text, (_, value: unknown) => {
      found.push(value);
      return value;
    });
    return found;
  });
  for (const name of names) expect(strings).toContain(name);
}

/** Opens all `details` elements. */
async function openDetails(scope: Locator): Promise<void> {
  await expect(scope.locator("summary").first()).toBeVisible();
  await scope
    .locator("details")
    .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((one) => (one.open = true)));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
