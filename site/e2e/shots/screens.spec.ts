import type { Page } from "@playwright/test";
import {
  TABS,
  userCard,
  totpCode,
  field,
  searchUsers,
  openPlace,
  openTab,
  settled,
  test,
  unfold,
} from "../console/userFixtures";
import { Api } from "../api";
import { expect, letPageRun, unique } from "../fixtures";
import { GUESTHOUSE_SLUG } from "../samplePlaces";
import { ensureSampleArticle } from "../sampleArticle";
import { openSignedIn, createTraveler } from "../travelers";

/** Takes a screenshot of every screen, in both sizes and color schemes, into `shots/`, which git ignores. */

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
};
const CONSOLE = "/admin-portal/";

type Capture = (page: Page, screen: string, fullPage?: boolean) => Promise<void>;

/** Waits for images, fonts, map tiles and animations. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await settled(page);
}

/** Waits until a map is drawn. The canvas has no state, so this waits for its tiles and another moment. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await expect(page.locator("canvas").filter({ visible: true }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await letPageRun(page, 1500);
}

/** Scrolls through the page, so that lazy images and maps load before a screenshot. */
async function scrollThrough(page: Page): Promise<void> {
  const { height, view } = await page.evaluate(() => ({
    height: document.body.scrollHeight,
    view: innerHeight,
  }));
  for (let top = 0; top < height; top += view) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await letPageRun(page, 150);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

for (const [size, use] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ ...use, colorScheme });
      test.setTimeout(120_000);

      const captureNow: Capture = async (page, screen, fullPage = false) => {
        // Playwright runs in `site`.
        await page.screenshot({ path: `../shots/${screen}-${size}-${colorScheme}.png`, fullPage });
      };
      const capture: Capture = async (page, ...screen) => {
        await waitUntilStill(page);
        await captureNow(page, ...screen);
      };

      for (const screen of ["getting-here", "about", "help", "privacy"]) {
        test(screen, async ({ page }) => {
          await page.goto(`/${screen}`);
          await scrollThrough(page);
          await capture(page, screen, true);
        });
      }

      test("home", async ({ page }) => {
        await page.goto("/");
        await capture(page, "home");
        await scrollThrough(page);
        await capture(page, "home-full", true);
      });

      test("explore", async ({ page }) => {
        await page.goto("/explore");
        if (size === "desktop") await waitUntilDrawn(page);
        await capture(page, "explore-list");
        await page.getByRole("button", { name: "Filters" }).click();
        await expect(page.getByRole("dialog", { name: "Filters" })).toBeVisible();
        await capture(page, "filters");
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
        if (size === "phone") await page.getByRole("button", { name: "Map", exact: true }).click();
        await waitUntilDrawn(page);
        await capture(page, "explore-map");
      });

      test("place", async ({ page }) => {
        await page.goto("/explore");
        await page.locator("main a[href='/places/phong-nha-cave']").first().click();
        await expect(page.getByRole("dialog").getByText("Phong Nha Cave").first()).toBeVisible();
        await capture(page, "place-dialog");
        await page.goto("/places/phong-nha-cave");
        await scrollThrough(page);
        await capture(page, "place", true);
      });

      test("inspiration and an article", async ({ page, admin, monitor }) => {
        monitor.allow(/404/);
        const { id, slug } = await ensureSampleArticle(admin);
        await page.goto("/inspiration");
        await scrollThrough(page);
        await capture(page, "inspiration", true);
        await page.getByRole("searchbox").fill("zzzz");
        await capture(page, "inspiration-none");
        await page.goto(`/inspiration/${id}-${slug}`);
        await scrollThrough(page);
        // The places load while scrolling, and the map after them.
        await expect(page.getByRole("region", { name: "Places in this article" })).toBeVisible();
        await page.getByRole("heading", { name: "On the map" }).scrollIntoViewIfNeeded();
        await waitUntilDrawn(page);
        await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
        await capture(page, "article", true);
        await page.goto("/inspiration/999999999");
        await capture(page, "article-not-found");
      });

      test("contact", async ({ page }) => {
        await page.goto("/contact");
        await capture(page, "contact", true);
        await page.getByRole("button", { name: "Send message" }).click();
        await expect(page.getByText("Message is required")).toBeVisible();
        await capture(page, "contact-refused", true);
      });

      test("guestbook, hearts and saved places", async ({ page, admin, publicApi }) => {
        const cave = await publicApi.place("phong-nha-cave");
        const messages = [
          "The boat slid into the dark, and nobody spoke until we saw daylight again.",
          "Suối nước trong, nắng vàng, và một bữa cơm ngon. Chúng tôi sẽ quay lại vào mùa hè với cả gia đình, " +
            "và lần sau sẽ ở lâu hơn: hai ngày là quá ngắn cho từng ấy hang động, con đường và dòng sông.",
          "Good coffee.",
          "We rented bicycles and rode along the river for half a day.\nTake water: there is no shade.",
        ];
        const entries = await Promise.all(
          messages.map((message, at) =>
            admin.addEntry({
              authorName: ["Linh Trần", "Đặng Thị Hằng", "Maya", "Tom Baker"][at]!,
              message,
              nationality: at === 2 ? null : at === 3 ? "Ireland" : "Vietnam",
              rating: at === 2 ? null : 5 - (at % 2),
              relatedPlaceId: at % 2 === 0 ? cave.id : null,
              status: "approved",
            }),
          ),
        );
        const traveler = await createTraveler("Linh", "Trần");
        try {
          await expect(async () => {
            await page.goto("/guestbook");
            await expect(page.getByText(messages[3]!.slice(0, 30))).toBeVisible({ timeout: 500 });
          }).toPass();
          await capture(page, "guestbook", true);
          await openSignedIn(page, traveler, "/guestbook");
          await page.getByRole("button", { name: "Add Your Experience" }).click();
          await page.getByRole("button", { name: "Add to the guestbook" }).click();
          await expect(page.getByText("Message is required")).toBeVisible();
          await capture(page, "guestbook-form");
          await page
            .getByLabel("Your experience", { exact: true })
            .fill("Quiet at night, and the stars are out.");
          await page.getByRole("button", { name: "Add to the guestbook" }).click();
          await expect(page.getByRole("list", { name: "Waiting for review" })).toBeVisible();
          await capture(page, "guestbook-waiting");
          await page.getByRole("button", { name: "Read more from Linh T." }).last().click();
          await expect(page.getByRole("form", { name: "Add a comment" })).toBeVisible();
          await capture(page, "guestbook-entry");
          await page.goto("/places/phong-nha-cave");
          const section = page.getByRole("region", { name: "Recent Experiences" });
          await section.getByRole("button", { name: "Share Your Experience" }).click();
          await section.getByLabel("4 Very Good").check();
          await page.getByRole("button", { name: "Save Phong Nha Cave" }).click();
          await capture(page, "place-experiences", true);
          await page.goto("/");
          await scrollThrough(page);
          await capture(page, "home-quote", true);
          await (await Api.signedIn(traveler)).like((await publicApi.place(GUESTHOUSE_SLUG)).id);
          await page.goto("/saved");
          await expect(page.getByText("2 places saved")).toBeVisible();
          await capture(page, "saved", true);
        } finally {
          for (const { id } of entries) await admin.removeEntry(id);
        }
        await page.evaluate(() => localStorage.clear());
        await page.context().clearCookies();
        await page.goto("/saved");
        await capture(page, "saved-signed-out");
      });

      test("pictures: a place's, the gallery, the library, one of them, settings, Home with one", async ({
        page,
        admin,
        signIn,
      }) => {
        const pictures = [];
        const view = page.viewportSize()!;
        await page.setViewportSize({ width: 1280, height: 800 });
        for (const time of ["day", "dusk", "night"]) {
          await page.goto(`/scenes/hero-${time}.svg`);
          pictures.push(await admin.addImage(await page.screenshot(), `The valley by ${time}`));
        }
        await page.setViewportSize(view);
        const [first, ...more] = pictures.map(({ url }) => url);
        const place = await admin.create({
          name: unique("Hang Én lookout"),
          latitude: 17.6,
          longitude: 106.3,
          categoryIds: [await admin.categoryId("cave")],
          description: "Where the forest opens: the whole valley lies below.",
          imageUrl: first,
          gallery: more,
        });
        const traveler = await createTraveler("Linh", "Trần");
        try {
          await expect(async () => {
            await page.goto(`/places/${place.slug}`);
            await expect(page.getByText("1 / 3")).toBeVisible({ timeout: 500 });
          }).toPass();
          await capture(page, "place-photos");
          await page.getByRole("button", { name: "View all photos" }).click();
          await expect(page.getByRole("list", { name: "All photos" })).toBeVisible();
          await capture(page, "gallery");
          await expect(async () => {
            // The same test in another color scheme or size changes the same setting.
            await admin.updateSettings({ imageUrl: first });
            await page.goto("/");
            await expect(page.getByRole("img", { name: "The valley by day" })).toBeVisible({ timeout: 500 });
          }).toPass();
          await capture(page, "home-photo");
          await openSignedIn(page, traveler, "/guestbook");
          await page.getByRole("button", { name: "Add Your Experience" }).first().click();
          const form = page.getByRole("form", { name: "Add your experience" });
          await form.locator('input[type="file"]').setInputFiles([
            { name: "river.png", mimeType: "image/png", buffer: await page.screenshot() },
            { name: "evil.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
          ]);
          await form.getByRole("textbox", { name: "What does photo 1 show?" }).scrollIntoViewIfNeeded();
          await capture(page, "guestbook-photos");
          await page.context().clearCookies();
          await page.evaluate(() => localStorage.clear());
          await signIn("admin");
          await page.goto(`${CONSOLE}media`);
          await expect(page.getByRole("link", { name: "Edit The valley by day" }).first()).toBeVisible();
          await capture(page, "console-media");
          await page.goto(`${CONSOLE}media/${pictures[0]!.id}`);
          await expect(page.getByRole("dialog").getByRole("link", { name: place.name })).toBeVisible();
          await capture(page, "console-picture");
          await page.goto(`${CONSOLE}categories`);
          await expect(page.getByRole("link", { name: "Edit Caves" })).toBeVisible();
          await capture(page, "console-categories");
          await page.getByRole("link", { name: "Edit Caves" }).click();
          await expect(field(page, "Page address")).toHaveValue("cave");
          await capture(page, "console-category");
          await page.goto(`${CONSOLE}settings`);
          await expect(field(page, "Name")).not.toHaveValue("");
          await unfold(page, "The map");
          await scrollThrough(page);
          await waitUntilDrawn(page);
          await capture(page, "console-settings", true);
        } finally {
          await admin.updateSettings({ imageUrl: null });
          await admin.remove(place.id);
          for (const { id } of pictures) await admin.removeImage(id);
        }
      });

      test("account and enquiry", async ({ page, admin }) => {
        const [category] = await admin.categories();
        const name = unique("Lantern Lodge");
        const position = { latitude: 17.6, longitude: 106.3 };
        const enquiries = { enquiryFormEnabled: true, email: "stay@example.org", isActive: true };
        const place = await admin.create({ name, ...position, categoryIds: [category!.id], ...enquiries });
        try {
          await page.goto(`/places/${place.slug}`);
          await page.getByText("Send an enquiry").click();
          const form = page.getByRole("form", { name: "Send an enquiry" });
          await form.getByRole("button", { name: "Send message" }).click();
          await expect(form.getByLabel("Name")).toBeFocused();
          await capture(page, "enquiry");
        } finally {
          await admin.remove(place.id);
        }
        await openSignedIn(page, await createTraveler("Hà", "Trần Thị"), "/account");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
        await capture(page, "account", true);
        await page.goto("/login/account");
        await capture(page, "login-account", true);
      });

      test("not found", async ({ page, monitor }) => {
        monitor.allow(/404/);
        await page.goto("/nowhere");
        await capture(page, "not-found");
      });

      test("login and docs", async ({ page }) => {
        for (const path of ["", "/sign-up", "/forgot"]) {
          await page.goto(`/login${path}`);
          await capture(page, `login${path.replace("/", "-")}`);
        }
        await page.goto("/docs");
        await capture(page, "docs");
      });

      test("console: the way in", async ({ page, signIn }) => {
        await page.goto(`${CONSOLE}login`);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
        await capture(page, "console-sign-in");
        await signIn("viewer");
        await page.goto(CONSOLE);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
        await capture(page, "console-access-denied");
      });

      test("console: overview, list, add and delete", async ({ page, signIn }) => {
        await signIn("admin");
        await page.goto(CONSOLE);
        const stats = page.getByRole("region", { name: "Quick Stats" });
        await expect(stats.getByRole("link").first()).toHaveText(/\d/);
        await capture(page, "console-overview", true);
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").getByRole("combobox").fill("phong nha");
        await expect(page.getByRole("option", { name: /^Phong Nha/ }).first()).toBeVisible();
        await capture(page, "console-palette");
        await page.keyboard.press("Escape");
        await page.goto(`${CONSOLE}businesses`);
        await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
        await capture(page, "console-businesses");
        await page
          .getByRole("button", { name: /^Delete / })
          .first()
          .click();
        await expect(page.getByRole("dialog", { name: "Delete this business?" })).toBeVisible();
        await capture(page, "console-delete");
        await page.goto(`${CONSOLE}businesses/create`);
        await scrollThrough(page);
        await waitUntilDrawn(page);
        await capture(page, "console-add");
      });

      test("console: history, audit log and pages", async ({ page, signIn, admin, publicApi }) => {
        const place = await publicApi.place("dark-cave");
        const text = `${place.description ?? ""} Bring a light and shoes for wet stones.`;
        await admin.update(place.id, { description: text, phone: "+84 232 000 111" });
        try {
          await signIn("admin");
          await openPlace(page, place);
          await page.getByRole("button", { name: "History" }).click();
          const versions = page.getByRole("dialog").getByRole("listitem").getByRole("button");
          await expect(versions.last()).toBeVisible();
          await capture(page, "console-history");
          await versions.last().click();
          await expect(page.getByText(/\d fields? differs?/)).toBeVisible();
          await capture(page, "console-history-comparison");
        } finally {
          await admin.update(place.id, { description: place.description, phone: place.phone });
        }
        await page.goto(`${CONSOLE}audit`);
        await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Today");
        await capture(page, "console-audit");
        for (const name of ["getting-here", "help"]) {
          await page.goto(`${CONSOLE}pages/${name}`);
          await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
          await capture(page, `console-page-${name}`, true);
        }
      });

      test("console: the trash", async ({ page, signIn, admin }) => {
        const place = (await admin.places()).find(({ name }) => name.includes("Homestay"))!;
        await admin.remove(place.id);
        try {
          await signIn("admin");
          await page.goto(`${CONSOLE}businesses/trash`);
          await expect(page.getByText(place.name)).toBeVisible();
          await capture(page, "console-trash");
        } finally {
          await admin.restore(place.id);
        }
        await page.goto(`${CONSOLE}articles/trash`);
        await expect(page.getByRole("tab", { name: "Trash" })).toBeVisible();
        await capture(page, "console-articles-trash");
      });

      test("console: the four tabs", async ({ page, signIn, publicApi }) => {
        const place = await publicApi.place("phong-nha-cave");
        await signIn("admin");
        await openPlace(page, place);
        await scrollThrough(page);
        await waitUntilDrawn(page);
        for (const [index, name] of TABS.entries()) {
          await openTab(page, name);
          await capture(page, `console-edit-${index + 1}`, true);
        }
      });

      test("console: users", async ({ page, signIn, userFactory }) => {
        const lastName = "Nguyễn Thị Phương";
        const user = await userFactory.create({
          firstName: "Thảo",
          lastName,
          role: "business_owner",
          isActive: false,
        });
        await userFactory.create({ firstName: "Linh" });
        await signIn("admin");
        await page.goto(`${CONSOLE}users`);
        await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
        await capture(page, "console-users", true);
        await searchUsers(page, user.email);
        await expect(userCard(page, `Thảo ${lastName}`)).toBeVisible();
        await page.getByRole("link", { name: `Edit Thảo ${lastName}` }).click();
        await expect(field(page, "Email")).toHaveValue(user.email);
        await capture(page, "console-user-edit");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: `Delete Thảo ${lastName}` }).click();
        await expect(page.getByRole("dialog", { name: "Delete this user?" })).toBeVisible();
        await capture(page, "console-user-delete");
        await page.keyboard.press("Escape");
        await searchUsers(page, "nobody is called this");
        await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
        await capture(page, "console-users-none");
        await page.goto(`${CONSOLE}users/create`);
        await page.getByRole("button", { name: "Create User" }).click();
        await expect(page.getByText("Valid email is required")).toBeVisible();
        await capture(page, "console-user-add");
      });

      test("console: stories", async ({ page, signIn, admin }) => {
        const story = {
          author: "Nguyễn Văn Đức",
          summary: "Three ways in, from an afternoon by boat to a week under the forest.",
          contentHtml:
            "<h2>By boat</h2><p>Boats leave from the wharf until <strong>four</strong>.</p>" +
            '<figure><img src="/scenes/water-3.svg" alt=""><figcaption>The river gate</figcaption></figure>' +
            "<table><tbody><tr><th>Boat</th><th>Seats</th></tr><tr><td>Dragon</td><td>12</td></tr></tbody></table>",
          latitude: 17.58,
          longitude: 106.28,
          mainImageUrl: "/scenes/cave-1.svg",
          mapOverlay: { type: "LineString", coordinates: [[106.28, 17.58], [106.31, 17.61]] }, // prettier-ignore
          tags: ["caves", "boats"],
        };
        const articles = [
          await admin.createArticle({ ...story, title: "Động nào là của bạn?", publicationDate: "2026-01-05T02:00:00Z", isFeatured: true }), // prettier-ignore
          await admin.createArticle({ ...story, title: "Tet in the valley", publicationDate: "2027-02-01T02:00:00Z" }), // prettier-ignore
          await admin.createArticle({ ...story, title: "An old draft", publicationDate: "2026-01-04T02:00:00Z", isActive: false }), // prettier-ignore
        ];
        await signIn("admin");
        await page.goto(`${CONSOLE}articles`);
        await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
        await capture(page, "console-articles", true);
        await page.goto(`${CONSOLE}articles/${articles[0]!.id}`);
        await expect(page.getByRole("toolbar")).toBeVisible();
        await capture(page, "console-article-edit");
        await page.getByLabel("Route or area on the map").scrollIntoViewIfNeeded();
        await waitUntilDrawn(page);
        await capture(page, "console-article-map");
        await page.getByRole("button", { name: "Preview", exact: true }).click();
        await expect(page.getByRole("dialog", { name: "Preview" }).getByText("The river gate")).toBeVisible();
        await capture(page, "console-article-preview");
        for (const { id } of articles) await admin.removeArticle(id);
      });

      test("console: guestbook, moderation and inbox", async ({
        page,
        signIn,
        admin,
        userFactory,
        publicApi,
      }) => {
        const author = await Api.signedIn(await userFactory.createStaff("viewer"));
        const ids = [
          await author.writeEntry("The boat slid into the dark and nobody spoke. Đi một lần nhớ mãi."),
          await author.writeEntry(
            "CHEAP TOURS http://a.example http://b.example http://c.example WhatsApp now!!!",
          ),
        ].map(({ id }) => id);
        ids.push(
          (
            await admin.addEntry({
              authorName: "Trần Thị Đào",
              message: "Swallows, thousands of them.",
              rating: 5,
              nationality: "Việt Nam",
              location: "https://maps.app.goo.gl/x",
            })
          ).id,
        );
        const message = await publicApi.sendMessage({
          name: "Lê Minh",
          email: "minh@example.org",
          subject: "Thuyền cho mười hai người",
          message: "Có thuyền cho mười hai người không?\nCảm ơn!",
          type: "travel",
        });
        await signIn("admin");
        await page.goto(CONSOLE);
        await expect(
          page.getByRole("region", { name: "Waiting for you" }).getByRole("link").first(),
        ).toBeVisible();
        await capture(page, "console-overview-waiting", true);
        await page.goto(`${CONSOLE}moderation`);
        await expect(page.getByRole("button", { name: /^Approve/ }).first()).toBeVisible();
        await page.keyboard.press("j");
        await capture(page, "console-moderation", true);
        await page.keyboard.press("a");
        await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
        await capture(page, "console-moderation-undo");
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
        await capture(page, "console-moderation-keys");
        await page.keyboard.press("Escape");
        await page.goto(`${CONSOLE}moderation/${ids[0]}`);
        await expect(field(page, "Message")).toHaveValue(/boat/);
        await capture(page, "console-entry-edit");
        await page.goto(`${CONSOLE}guestbook?filter=${encodeURIComponent('{"status":"approved"}')}`);
        await expect(page.getByRole("button", { name: /^Delete/ }).first()).toBeVisible();
        await capture(page, "console-guestbook", true);
        await page.goto(`${CONSOLE}guestbook/create`);
        await expect(field(page, "Author Name")).toBeVisible();
        await capture(page, "console-entry-add");
        await page.goto(`${CONSOLE}contact`);
        await expect(page.getByText(/Reply due/).first()).toBeVisible();
        await capture(page, "console-inbox", true);
        await page.goto(`${CONSOLE}contact/${message.id}`);
        await expect(page.getByRole("link", { name: "Reply by email" })).toBeVisible();
        await capture(page, "console-message");
        for (const id of ids) await admin.removeEntry(id);
        await admin.removeMessage(message.id);
      });

      test("console: one's own account", async ({ page, signIn, userFactory }) => {
        const staff = await userFactory.createStaff();
        await signIn(staff);
        await page.goto(`${CONSOLE}account`);
        await expect(page.getByRole("region", { name: "Two-factor authentication" })).toBeVisible();
        await capture(page, "console-account", true);
        await field(page, "Your password").fill(staff.password);
        await page.getByRole("button", { name: "Set up" }).click();
        const secret = (await page.locator("code").textContent())!.replaceAll(" ", "");
        await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
        await capture(page, "console-second-factor");
        await field(page, "Code from the app").fill(totpCode(secret));
        await page.keyboard.press("Enter");
        await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
        await capture(page, "console-recovery-codes");
        await page.getByRole("button", { name: "I have saved them" }).click();
      });

      test("console: a second factor at the sign-in, and one that is owed", async ({
        page,
        signIn,
        userFactory,
        monitor,
      }) => {
        monitor.allow(/401/);
        const problem = {
          type: "/problems/second-factor-required",
          title: "Unauthorized",
          status: 401,
          detail: "No",
        };
        await page.route("**/api/auth/sign-in", (route) =>
          route.fulfill({ status: 401, contentType: "application/problem+json", json: problem }),
        );
        await page.goto(`${CONSOLE}login`);
        await field(page, "Email").fill("linh@example.org");
        await field(page, "Password").fill("seven-lanterns");
        await page.keyboard.press("Enter");
        await expect(field(page, "Code")).toBeFocused();
        await capture(page, "console-sign-in-code");
        await page.route("**/api/auth/account", async (route) => {
          const response = await route.fetch();
          const profile = (await response.json()) as object;
          await route.fulfill({ response, json: { ...profile, lacksRequiredSecondFactor: true } });
        });
        const staff = await userFactory.createStaff();
        await signIn(staff);
        await page.goto(CONSOLE);
        await field(page, "Your password").fill(staff.password);
        await page.getByRole("button", { name: "Set up" }).click();
        await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
        await capture(page, "console-second-factor-due", true);
      });

      test("console: a draft with its preview, a release, the calendar, API tokens", async ({
        page,
        signIn,
        admin,
        placeFactory,
        userFactory,
      }) => {
        const place = await placeFactory.create({ isActive: true, description: "A dry cave." });
        const other = await placeFactory.create({ isActive: true, phone: "1" });
        await signIn("admin");
        await openPlace(page, place);
        await field(page, "Description").fill("A wet cave: bring shoes.");
        await page.getByRole("button", { name: "Save draft" }).click();
        await expect(page.getByRole("status").filter({ hasText: "You see the draft." })).toBeVisible();
        await capture(page, "console-draft", true);
        await page.getByRole("button", { name: "Preview on the site" }).click();
        const frame = page.frameLocator('iframe[title="The page with the draft"]');
        await expect(frame.getByText("A wet cave")).toBeVisible();
        // The preview keeps a request open.
        await letPageRun(page, 1500);
        await captureNow(page, "console-preview");
        await page.getByRole("button", { name: "Close" }).last().click();
        await page.getByRole("button", { name: "Share preview" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
        await expect(page.getByRole("textbox", { name: "Link", exact: true })).toBeVisible();
        await capture(page, "console-share-preview");
        const link = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
        const { id } = await admin.createRelease(unique("Hours during Tết"));
        await admin.saveDraft(`businesses/${other.id}`, {
          baseVersion: other.version,
          fields: { phone: "2" },
        });
        for (const { id: record } of [place, other]) await admin.addReleaseDraft(id, `businesses/${record}`);
        await admin.update(other.id, { hours: "By day" });
        await page.goto(`${CONSOLE}releases/${id}`);
        await expect(page.getByText("The public version has changed")).toBeVisible();
        await capture(page, "console-release", true);
        await page.getByRole("button", { name: "Publish at…" }).click();
        await page.getByLabel("Date and time").fill("2190-02-05T08:00");
        await capture(page, "console-release-schedule");
        await page.getByRole("button", { name: "Schedule", exact: true }).click();
        await page.goto(`${CONSOLE}releases`);
        await expect(page.getByRole("link", { name: /^Hours during Tết/ }).first()).toBeVisible();
        await capture(page, "console-releases", true);
        await page.goto(`${CONSOLE}drafts`);
        await expect(page.getByRole("heading", { name: "Friday, February 5, 2190" })).toBeVisible();
        await capture(page, "console-calendar", true);
        await page.goto(link);
        await scrollThrough(page);
        await capture(page, "preview", true);

        await signIn(await userFactory.createStaff());
        await page.goto(`${CONSOLE}account`);
        const tokens = page.getByRole("region", { name: "API tokens", exact: true });
        await tokens.getByRole("button", { name: "Create token" }).click();
        await expect(field(page, "Name")).toBeVisible();
        await capture(page, "console-token");
      });

      test("alerts, reports and imports", async ({ page, signIn, admin }) => {
        const name = unique("Lantern Cave");
        const categoryIds = [await admin.categoryId("cave")];
        const facts = { operatingHours: "Mo-Su 07:00-17:00", phone: "+84 232 3675 110", isActive: true };
        const place = await admin.create({ name, latitude: 17.6, longitude: 106.3, categoryIds, ...facts });
        const text = "Closed after the flood. The park opens it again when the river is low.";
        await admin.addAlert({
          level: "closed",
          scope: "places",
          placeIds: [place.id],
          text,
          source: "National park",
        });
        await page.goto(`/places/${place.slug}`);
        await page.getByText("Report a problem").click();
        const form = page.getByRole("form", { name: "Report a problem" });
        await form.getByLabel("Wrong opening hours").check();
        await form.getByLabel("Correct opening hours").fill("Mo-Su 08:00-16:00");
        await scrollThrough(page);
        await capture(page, "place-alert-report", true);
        await form.getByRole("button", { name: "Send report" }).click();
        await expect(form.getByText("Our team will check what you sent.")).toBeVisible();

        await signIn("admin");
        await page.goto(`${CONSOLE}alerts`);
        await expect(page.getByText(text).first()).toBeVisible();
        await capture(page, "console-alerts");
        await page.getByRole("link", { name: "Add alert" }).first().click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await capture(page, "console-alert");
        await page.goto(`${CONSOLE}reports`);
        await expect(page.getByRole("listitem", { name })).toBeVisible();
        await capture(page, "console-reports");
        await page.goto(`${CONSOLE}imports`);
        const rows =
          "\ufeffTên;latitude;longitude;categories;phone;Ghi chú\nHang Vọng;17.62;106.31;cave;8.49E+10;a\nHang Mới;17.63;106.32;cave;0912345678;b\n";
        const file = { name: "caves.csv", mimeType: "text/csv", buffer: Buffer.from(rows) };
        await page.getByLabel("Choose a file").setInputFiles(file);
        await expect(page).toHaveURL(/imports\/\d+/);
        await letPageRun(page, 3000);
        await capture(page, "console-import", true);
        await page.goto(`${CONSOLE}imports`);
        await capture(page, "console-imports");
        await page.goto(`${CONSOLE}quality`);
        await expect(page.getByRole("list", { name: "Counts" }).getByRole("listitem").first()).toBeVisible();
        await letPageRun(page, 3000);
        await capture(page, "console-quality", true);
        await admin.remove(place.id);
      });

      test("claims and prices", async ({ page, signIn, admin, userFactory }) => {
        const name = unique("Lantern Pier");
        const categoryIds = [await admin.categoryId("cave")];
        const prices = [
          { label: "Boat trip", amount: 150000, amountTo: 300000, per: "boat", checkedAt: "2026-10" },
          { label: null, amount: 80000, per: "person", audience: "child" as const, checkedAt: "2024" },
        ];
        const contact = { email: "pier@example.org", website: "https://pier.example/", isActive: true };
        const place = await admin.create({
          name,
          latitude: 17.6,
          longitude: 106.3,
          categoryIds,
          prices,
          ...contact,
        });
        await openSignedIn(page, await userFactory.createStaff("viewer"), `/places/${place.slug}`);
        await scrollThrough(page);
        await capture(page, "place-prices", true);
        await page.getByRole("link", { name: "Is this your business?" }).click();
        const claims = page.getByRole("region", { name: "Places you run" });
        await claims.getByRole("radio", { name: /A file or a tag/ }).check();
        await capture(page, "account-claim");
        await claims.getByRole("button", { name: "Start", exact: true }).click();
        await expect(claims.getByRole("button", { name: "Check now" })).toBeVisible();
        await capture(page, "account-claim-proof");

        await signIn("admin");
        await page.goto(`${CONSOLE}claims`);
        await expect(page.getByText(name).first()).toBeVisible();
        await capture(page, "console-claims");
        await page.goto(`${CONSOLE}businesses/${place.id}`);
        await openTab(page, "Media & Details");
        await page.getByRole("button", { name: "Add price" }).scrollIntoViewIfNeeded();
        await capture(page, "console-prices", true);
        await admin.remove(place.id);
      });

      test("console: webhooks", async ({ page, signIn }) => {
        await signIn("admin");
        await page.goto(`${CONSOLE}webhooks`);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhooks");
        await page.getByRole("link", { name: "Add Webhook" }).first().click();
        const name = unique("Mirror");
        await field(page, "Address").fill("https://mirror.example/hooks/guide");
        await field(page, "Description").fill(name);
        await page.getByRole("dialog").getByRole("checkbox", { name: "Settings changed" }).check();
        await capture(page, "console-webhook");
        await page.keyboard.press("Control+s");
        await expect(field(page, "Secret")).toBeVisible();
        await capture(page, "console-webhook-secret");
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
        await page.getByRole("button", { name: `Send test: ${name}` }).click();
        await expect(page.getByRole("alert").or(page.getByRole("status")).first()).toBeVisible();
        await page.getByRole("button", { name: `Deliveries: ${name}` }).click();
        await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
        await capture(page, "console-webhook-deliveries");
        await page.keyboard.press("Escape");
        await capture(page, "console-webhooks");
      });

      test("console: the older page", async ({ page, signIn }) => {
        await signIn("admin");
        await page.goto(`${CONSOLE}admin`);
        await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
        await capture(page, "console-older-manage");
        await page.getByRole("tab", { name: "Add Business" }).click();
        await scrollThrough(page);
        await waitUntilDrawn(page);
        await capture(page, "console-older-add");
      });
    });
  }
}
