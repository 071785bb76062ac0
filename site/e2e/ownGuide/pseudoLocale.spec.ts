import type { Page, Response } from "@playwright/test";
import { Api } from "../api";
import { expect, letPageRun, settled, test as base, uniqueEmail } from "../fixtures";
import { createGuide, PASSWORD, type GuideServer } from "../guideServer";
import { PAGES_WITHOUT_MAP } from "../pages";
import { FORD, GUESTHOUSE, GUESTHOUSE_SLUG } from "../samplePlaces";
import { SAMPLE_ARTICLE } from "../sampleArticle";
import { createPng } from "../testImage";
import { restoreSession } from "../travelers";
import { findOutsideTexts, Values } from "../uncataloged";

/** A guide in the pseudo-locale, with something on every screen. */
interface PseudoGuide {
  server: GuideServer;
  admin: Api;
  values: Values;
  articlePath: string;
}

type Fixtures = { expectOnlyMessages: (screen: string) => Promise<void> };

const ALERT = "The road to the caves is under water until Sunday.";
const MESSAGE = "The boat slid into the dark, and nobody spoke until we saw daylight again.";

const test = base.extend<Fixtures, { guide: PseudoGuide }>({
  guide: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const server = await createGuide();
      try {
        const admin = { email: "admin@guide.example", password: PASSWORD };
        server.cms("user", "add", "--email", admin.email, "--role", "admin", "--password-stdin");
        await server.start({ LOCALE: "pseudo" });
        await provide(await fill(server, await Api.signedIn(admin, server.origin)));
      } finally {
        server.dispose();
      }
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ guide }, provide) => provide(guide.server.origin),
  /** The page has no text but messages, values of the guide's data, dates and numbers. */
  expectOnlyMessages: async ({ page, context, guide: { values } }, provide) => {
    const responses: Promise<void>[] = [];
    context.on("response", (response) => {
      if (new URL(response.url()).pathname.startsWith("/api/")) responses.push(remember(response, values));
    });
    await provide(async (screen) => {
      await page.waitForLoadState("networkidle");
      await settled(page);
      await Promise.all(responses);
      await expect(page.locator("html"), screen).toHaveAttribute("lang", "en-XA");
      const found = (await findOutsideTexts(page)).filter(({ text }) => !values.covers(text));
      expect.soft(found, `${screen} has only texts from catalogs`).toEqual([]);
    });
  },
});

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.describe.configure({ timeout: 300_000 });

/** Adds content to every screen and collects all values of the public API. */
async function fill(server: GuideServer, admin: Api): Promise<PseudoGuide> {
  const values = new Values();
  const image = await admin.addImage(createPng(), "Mist over the river");
  values.add(
    await admin.updateImage(image.id, {
      caption: "The river at noon",
      credit: "Linh Trần",
      licence: "CC BY 4.0",
    }),
  );
  const place = await admin.create({
    ...GUESTHOUSE,
    imageUrl: image.url,
    enquiryFormEnabled: true,
    categoryIds: [await admin.categoryId("accommodation"), await admin.categoryId("food-drink")],
  });
  await admin.create({ ...FORD, categoryIds: [await admin.categoryId("recreation")] });
  const article = await admin.createArticle(SAMPLE_ARTICLE);
  const entry = await admin.addEntry({
    authorName: "Hằng Đỗ",
    message: MESSAGE,
    nationality: "Vietnam",
    rating: 5,
    location: "By the second chamber",
    relatedPlaceId: place.id,
    status: "approved",
  });
  await admin.writeComment(entry.id, "Which boat did you take to get there?");
  await admin.addAlert({ level: "danger", scope: "guide", text: ALERT, sourceUrl: "/getting-here" });
  const closed = "Closed for repairs.";
  await admin.addAlert({ level: "closed", scope: "places", placeIds: [place.id], text: closed });

  const publicApi = Api.anonymous(server.origin);
  for (const page of ["getting-here", "about", "help", "privacy"] as const)
    values.add(withSettings(await publicApi.standingPage(page), await publicApi.settings()));
  for (const content of [
    publicApi.settings(),
    publicApi.categories(),
    publicApi.places(),
    publicApi.articles(),
    publicApi.entries(),
  ])
    values.add(await content);
  for (const path of ["/api/alerts", "/api/articles/topics", `/api/guestbook/${entry.id}`])
    values.add(await (await fetch(server.origin + path)).json());
  // The attribution of the map, as the licenses demand it.
  values.add(["OpenStreetMap contributors", "ODbL", "Natural Earth", "GeoNames", "CC BY 4.0"]);

  // Pages follow changes within two seconds.
  await expect(async () => {
    for (const [path, text] of [
      ["/", ALERT],
      ["/guestbook", MESSAGE],
      ["/explore", FORD.name],
      ["/inspiration", SAMPLE_ARTICLE.title],
      [`/places/${GUESTHOUSE_SLUG}`, MESSAGE],
    ] as const)
      expect(await (await fetch(server.origin + path)).text(), path).toContain(text);
  }).toPass({ timeout: 60_000 });
  return { server, admin, values, articlePath: `/inspiration/${article.id}-${article.slug}` };
}

/** The page with its placeholders filled in. */
function withSettings<Content>(
  page: Content,
  { brand, regionName, contactEmail }: { brand: string; regionName: string; contactEmail: string },
): Content {
  return JSON.parse(
    JSON.stringify(page)
      .replaceAll("{brand}", brand)
      .replaceAll("{region}", regionName)
      .replaceAll("{email}", contactEmail),
  ) as Content;
}

/** Adds the values of an API response. Problems have none: pages show them by the messages of their codes (R448). */
async function remember(response: Response, values: Values): Promise<void> {
  if (response.ok()) values.add(await response.json().catch(() => null));
}

/** Opens a page and scrolls through it, so that everything loads. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("[data-state=loading]")).toHaveCount(0);
  const [height, step] = await page.evaluate(() => [document.body.scrollHeight, innerHeight]);
  for (let top = 0; top < height!; top += step!) {
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
    await letPageRun(page, 150);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

/** Signs up an account and opens a page with its session. */
async function openAsTraveler(page: Page, guide: PseudoGuide, path: string): Promise<Api> {
  const name = { firstName: "Mai", lastName: "Nguyễn" };
  const account = { email: uniqueEmail("mai"), password: PASSWORD };
  await Api.anonymous(guide.server.origin).signUp({ ...name, ...account });
  guide.values.add([name, account.email, "Mai Nguyễn", "Mai N."]);
  await restoreSession(page, account);
  await open(page, path);
  return Api.signedIn(account, guide.server.origin);
}

const dialog = (page: Page) => page.getByRole("dialog");
const invalidFields = (page: Page) => page.locator("[aria-invalid=true]");
const submitButton = (page: Page, form: string) => page.locator(`${form} button[type=submit]`);
/** A button or a link that opens a dialog, once the page is hydrated. */
const dialogOpener = (page: Page, container: string) =>
  page.locator(`${container} [aria-haspopup=dialog]`).filter({ visible: true }).first();

// R449
test("a text outside of a message is found", async ({ page }) => {
  const values = new Values();
  values.add({
    name: "Phong Nha Cave",
    tags: ["slow travel"],
    description: "A river cave,\nseven kilometers long.",
  });
  await page.setContent(`
    <title>⟦Explore⟧ | Phong Nha Cave</title>
    <main>
      <p>⟦Read more <b>from ⟦Anonymous⟧</b>⟧ · Phong Nha Cave, slow travel</p>
      <p>A river cave… <time>November 21, 2026</time> <time>2 days ago</time> 4.5 <b>12:00</b></p>
      <p>Seven kilometers <a href="https://www.example.org/" title="example.org">⟦Website⟧</a></p>
      <button aria-label="⟦Save⟧ Save" title="Phong Nha Cave">⟦Save⟧</button>
      <img alt="Cave"><input placeholder="Name">
      <noscript><p>⟦Sign in⟧ <a href="/login">here</a></p></noscript>
      <p id="open">⟦Open</p>
      <p>⟦⟧word⟦⟧</p>
    </main>`);
  const found = (await findOutsideTexts(page)).filter(({ text }) => !values.covers(text));
  expect(found.map(({ text }) => text)).toEqual([
    "Seven kilometers",
    "Save",
    "Cave",
    "Name",
    "here",
    "unbalanced brackets: ⟦Open",
    "word",
  ]);
  expect(found[2]?.where).toBe("html > body > main > img @alt");
});

// R449
test("public pages show only messages and values", async ({ page, guide, expectOnlyMessages, monitor }) => {
  monitor.allow(/404 \(Not Found\)/);
  const missing = ["/nowhere", "/places/nowhere", "/inspiration/999999999"];
  for (const path of [
    ...PAGES_WITHOUT_MAP,
    "/explore",
    "/explore?view=map",
    "/explore?category=cave&tags=river&verified=true",
    `/places/${GUESTHOUSE_SLUG}`,
    `/places/${FORD.slug}`,
    "/places/phong-nha-cave",
    guide.articlePath,
    "/inspiration?topic=river",
    ...missing,
    "/login",
    "/login/sign-up",
    "/login/forgot",
  ]) {
    await open(page, path);
    await expectOnlyMessages(path);
  }
});

// R449
test("searched and sorted lists and the map show only messages and values", async ({
  page,
  expectOnlyMessages,
}) => {
  await open(page, "/explore");
  await expect(page.locator("main [data-phase=ready]").first()).toBeVisible({ timeout: 20_000 });
  await expectOnlyMessages("Explore with the map");
  await page.locator("main a[href^='/places/']").first().hover();
  await expectOnlyMessages("Explore with a highlighted place");
  const search = page.getByRole("combobox").and(page.locator("input"));
  for (const text of ["cave", "riv", "foo"]) {
    await search.fill(text);
    await expect(page.getByRole("listbox")).toBeVisible();
    await expectOnlyMessages(`Explore with suggestions for ${text}`);
  }
  await search.fill("zzzz");
  await expect(page.locator("main a[href^='/places/']")).toHaveCount(0);
  await expectOnlyMessages("Explore with no results");
  await search.fill("");
  await page.locator("main select").selectOption("distance");
  const sortButtons = page.locator("main [role=status] + p button");
  await expect(sortButtons).toHaveCount(2);
  await expectOnlyMessages("Explore, nearest first");
  await sortButtons.first().click();
  await expectOnlyMessages("Explore without permission for the position");
  await sortButtons.last().click();
  await expect(page.locator("main a[href^='/places/']").first()).toBeVisible();
  await expectOnlyMessages("Explore, nearest to the center of the map");
  await open(page, "/inspiration");
  await page.getByRole("searchbox").fill("zzzz");
  await expect(page.locator("main a[href^='/inspiration/']")).toHaveCount(0);
  await expectOnlyMessages("Inspiration with no results");
});

// R449
test("the dialogs of filters, a place, its photos and an entry show only messages and values", async ({
  page,
  expectOnlyMessages,
}) => {
  await open(page, "/explore");
  await dialogOpener(page, "main").click();
  await expect(dialog(page)).toBeVisible();
  await expectOnlyMessages("Filters");
  // Before the filter: at night it leaves no place, and then no tag.
  await dialog(page).locator("fieldset > button").last().click();
  await expectOnlyMessages("Filters with all tags");
  await dialog(page).getByRole("checkbox").first().check();
  await expectOnlyMessages("Filters with a filter");
  await open(page, "/");
  await page.locator("main a[href^='/places/']").first().click();
  await expect(dialog(page)).toBeVisible();
  await expectOnlyMessages("the dialog of a place");
  await open(page, `/places/${GUESTHOUSE_SLUG}`);
  await dialogOpener(page, "main").click();
  await expect(dialog(page)).toBeVisible();
  await expectOnlyMessages("the photos of a place");
  await open(page, "/guestbook");
  await dialogOpener(page, "main article").click();
  await expect(dialog(page).getByRole("article")).toBeVisible();
  await expectOnlyMessages("the dialog of an entry");
});

// R449
test("the sign-in dialog shows only messages and values", async ({ page, expectOnlyMessages, monitor }) => {
  monitor.allow(/401 \(Unauthorized\)|Sign-in failed/);
  await open(page, "/about");
  await dialogOpener(page, "header").click();
  await expect(dialog(page)).toBeVisible();
  await expectOnlyMessages("Sign In");
  const submit = submitButton(page, "[role=dialog]");
  await submit.click();
  await expect(invalidFields(page)).toHaveCount(2);
  await expectOnlyMessages("Sign In with errors");
  await page.locator("[role=dialog] input[name=email]").fill("nobody@guide.example");
  await page.locator("[role=dialog] input[name=password]").fill("not the password");
  await submit.click();
  await expect(page.locator("[data-tone=destructive]")).toBeVisible();
  await expectOnlyMessages("Sign In, refused");
  await page.locator("[role=dialog] form button[type=button]").click();
  await expect(page.locator("[data-tone=plain]")).toBeVisible();
  await expectOnlyMessages("the toast about a password reset");
  await page.locator("[role=dialog] form + button").click();
  await expect(page.locator("[role=dialog] input")).toHaveCount(4);
  await submit.click();
  await expect(invalidFields(page).first()).toBeVisible();
  await expectOnlyMessages("Create Account with errors");
});

// R449
test("contact and enquiry forms show only messages and values", async ({
  page,
  guide,
  expectOnlyMessages,
}) => {
  const typed = { name: "Dao", email: uniqueEmail("dao"), message: "Do the boats go when it rains?" };
  guide.values.add([typed, "A boat in May"]);
  await open(page, "/contact");
  const send = submitButton(page, "main form");
  await send.click();
  await expect(invalidFields(page)).toHaveCount(4);
  await expectOnlyMessages("Contact with errors");
  await page.locator("main form input[name=name]").fill(typed.name);
  await page.locator("main form input[name=email]").fill(typed.email);
  await page.locator("main form input[name=subject]").fill("A boat in May");
  await page.locator("main form textarea").fill(typed.message);
  await send.click();
  await expect(page.locator("main form textarea")).toHaveValue("");
  await expectOnlyMessages("Contact with a sent message");

  await open(page, `/places/${GUESTHOUSE_SLUG}`);
  const form = page.locator("form[action^='/enquiry/']");
  await page.locator("details:has(form[action^='/enquiry/']) > summary").click();
  await form.locator("button[type=submit]").click();
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(3);
  await expectOnlyMessages("an enquiry with errors");
  await form.locator("input[name=name]").fill(typed.name);
  await form.locator("input[name=email]").fill(typed.email);
  await form.locator("textarea").fill(typed.message);
  await form.locator("button[type=submit]").click();
  await expect(form.locator("textarea")).toHaveValue("");
  await expectOnlyMessages("a sent enquiry");
});

// R449
test("guestbook forms, pending entries and comments show only messages and values", async ({
  page,
  guide,
  expectOnlyMessages,
}) => {
  const message = "Quiet at night, and the stars are out.";
  guide.values.add([message, "Stars over the river", "Ireland", "At the bridge"]);
  await openAsTraveler(page, guide, "/guestbook");
  await page.locator("main button[aria-expanded=false]").first().click();
  const submit = submitButton(page, "main form");
  await submit.click();
  await expect(invalidFields(page)).toHaveCount(1);
  await expectOnlyMessages("the guestbook's form with an error");
  const form = page.locator("main form");
  await form.locator("textarea").fill(message);
  await form.locator("input[name=nationality]").fill("Ireland");
  await form.locator("input[name=location]").fill("At the bridge");
  await form
    .locator("input[type=file]")
    .setInputFiles({ name: "stars.png", mimeType: "image/png", buffer: createPng(300, 200) });
  await submit.click();
  await expect(invalidFields(page)).toHaveCount(1);
  await expectOnlyMessages("the guestbook's form with a photo");
  await invalidFields(page).fill("Stars over the river");
  await submit.click();
  await expect(form).toHaveCount(0);
  await expect(page.locator("main").getByText(message)).toBeVisible();
  await expectOnlyMessages("the guestbook with a pending entry");
  await page.locator("main article").filter({ hasText: message }).locator("[aria-haspopup=dialog]").click();
  await dialog(page).getByRole("button", { name: "Delete my entry" }).click();
  await expectOnlyMessages("the question before an entry is deleted");
  await dialog(page).getByRole("group").getByRole("button").first().click();
  await expect(dialog(page)).toHaveCount(0);
  await expectOnlyMessages("the guestbook after a deletion");

  await page.locator("main article").filter({ hasText: MESSAGE }).locator("[aria-haspopup=dialog]").click();
  await dialog(page).locator("section button[type=button]").first().click();
  await expect(dialog(page).locator("form")).toHaveCount(2);
  await dialog(page).locator("form button[type=submit]").first().click();
  await expect(invalidFields(page)).toHaveCount(1);
  await expectOnlyMessages("a reply with an error");

  await open(page, `/places/${GUESTHOUSE_SLUG}`);
  const experiences = page.locator("section[aria-labelledby^=experiences-]");
  await experiences.locator("button[aria-expanded=false]").first().click();
  await experiences.locator("button[type=submit]").click();
  // The message and the five choices of the rating.
  await expect(experiences.locator("[aria-invalid=true]").first()).toBeVisible();
  await expectOnlyMessages("the form of a place with errors");
});

// R449
test("saved places and the account show only messages and values", async ({
  page,
  guide,
  expectOnlyMessages,
}) => {
  const traveler = await openAsTraveler(page, guide, "/saved");
  await expectOnlyMessages("no saved places");
  for (const slug of [GUESTHOUSE_SLUG, FORD.slug, "phong-nha-cave"])
    await traveler.like((await traveler.place(slug)).id);
  await open(page, "/saved");
  await expect(page.locator("main li article")).toHaveCount(3);
  await expectOnlyMessages("saved places");
  await page.locator("main button[aria-pressed=true]").first().click();
  await expectOnlyMessages("a place that is not saved any more");

  await traveler.writeEntry("The path to the spring was closed.");
  await open(page, "/account");
  const forms = page.locator("main form");
  await expect(forms).toHaveCount(2);
  await expectOnlyMessages("the account");
  for (const form of await forms.all()) await form.locator("button[type=submit]").click();
  await expect(invalidFields(page).first()).toBeVisible();
  await page.locator("main section").last().getByRole("button").click();
  await expect(forms).toHaveCount(3);
  await expectOnlyMessages("the account with errors and the question before it is deleted");
});

// R449
test("the question about analytics shows only messages and values", async ({
  page,
  guide,
  expectOnlyMessages,
}) => {
  await guide.admin.updateSettings({ analyticsId: "G-KARST12345" });
  await expect(async () => {
    await page.goto("/about");
    await expect(page.locator("html")).toHaveAttribute("data-analytics", "G-KARST12345", { timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await expect(page.locator("body > section button")).toHaveCount(2);
  await expectOnlyMessages("the question about analytics");
});
