import { credentials } from "../api";
import { expect, test, unique } from "../fixtures";
import { PAGES_WITHOUT_MAP } from "../pages";
import { SAMPLE_ARTICLE, SAMPLE_ARTICLE_DATE } from "../sampleArticle";

// Pages are readable without JavaScript (R215).
test.use({ javaScriptEnabled: false });

const PUBLIC = [...PAGES_WITHOUT_MAP, "/explore", "/places/phong-nha-cave", "/login"];

// R215
test("Home shows its prompts, introduction, feature blocks and featured places", async ({
  page,
  publicApi,
}) => {
  await page.goto("/");
  for (const button of [
    "Show me some caves",
    "Show me street food spots",
    "Show me adventures",
    "Take me to the bar",
  ]) {
    await expect(page.getByRole("link", { name: button })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: button })).toHaveCSS("opacity", "1");
  }
  await expect(page.getByRole("heading", { name: "What is Phong Nha Guide?" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the map" })).toBeVisible();
  for (const { name } of await publicApi.places("premium=true")) {
    await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: "Explore More" }).click();
  await expect(page).toHaveURL("/explore");
});

// R215
test("Explore lists every place with a link to its page", async ({ page, publicApi }) => {
  const all = await publicApi.places();
  await page.goto("/explore");
  const list = page.getByRole("list", { name: "Places found" });
  await expect(list.getByRole("heading")).toHaveText(all.map(({ name }) => name));
  await expect(page.getByText(`${all.length} places found`)).toBeVisible();
  await list.getByRole("link", { name: "Phong Nha Cave", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Phong Nha Cave", exact: true })).toBeVisible();
});

// R215
test("a place shows its description, facts and links", async ({ page, publicApi }) => {
  const place = await publicApi.place("son-doong-cave");
  await page.goto("/places/son-doong-cave");
  await expect(page.getByRole("heading", { level: 1, name: place.name, exact: true })).toBeVisible();
  await expect(page.getByText(place.localName!, { exact: true })).toBeVisible();
  await expect(page.getByText(place.description!, { exact: true })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: place.commune! })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Get Directions/ })).toBeVisible();
});

// R201
test("a place has a canonical address and structured data @desktop", async ({ page, publicApi }) => {
  const place = await publicApi.place("son-doong-cave");
  await page.goto("/places/son-doong-cave?from=a-friend");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /[^?]*\/places\/son-doong-cave$/);
  const about = page.locator('script[type="application/ld+json"]');
  await expect(about).toHaveCount(2);
  expect(JSON.parse((await about.first().textContent())!)).toMatchObject({
    "@type": "TouristAttraction",
    name: place.name,
    alternateName: place.localName,
  });
});

// R215
test("Inspiration lists every article with a link to its text", async ({ page, publicApi }) => {
  const all = await publicApi.articles();
  await page.goto("/inspiration");
  const titles = await page.getByRole("heading", { level: 3 }).allTextContents();
  expect(titles.sort()).toEqual(all.map(({ title }) => title).sort());
  await page.getByRole("link", { name: SAMPLE_ARTICLE.title }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: SAMPLE_ARTICLE.title, exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("cell", { name: "Động Phong Nha" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Sources", exact: true })).toBeVisible();
  await expect(page.getByText(`Published on ${SAMPLE_ARTICLE_DATE}`)).toBeVisible();
});

// R215
test("Contact shows the email address instead of the form", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByText(/^This form needs JavaScript/)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: "hello@example.org" })).toBeVisible();
});

// R215
test("the guestbook shows whole entries and the sign-in link", async ({ page, admin }) => {
  const message = unique(
    "Long enough that a card would cut it off.\nTwo.\nThree.\nFour.\nThe last line of it.",
  );
  const { id } = await admin.addEntry({ authorName: "Đặng Thị Hằng", message, status: "approved" });
  try {
    // The page is rendered again after the entry was added, and entries of other tests may be above it.
    const last = page.getByText("The last line of it.");
    await expect(async () => {
      await page.goto("/guestbook");
      await expect(last).toBeVisible({ timeout: 500 });
    }).toPass();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await page.locator("main").getByRole("link", { name: "Sign In to Share" }).click();
    await expect(page).toHaveURL("/login?return=%2Fguestbook");
  } finally {
    await admin.removeEntry(id);
  }
});

// R215
test("the phone's menu opens @phone", async ({ page }) => {
  await page.goto("/");
  await page.locator("header summary").tap();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Explore" }).tap();
  await expect(page).toHaveURL("/explore");
});

// R215, R423
test("Sign In is a link that returns to the current page", async ({ page, isMobile }) => {
  await page.goto("/places/phong-nha-cave");
  if (isMobile) await page.locator("header summary").tap();
  const link = page.getByRole("banner").getByRole("link", { name: "Sign In" });
  await expect(link).not.toHaveAttribute("aria-haspopup");
  await expect(
    page.getByRole("banner").getByText("Loading your adventure...").filter({ visible: true }),
  ).toHaveCount(0);
  await link.click();
  await expect(page).toHaveURL(/^[^?]*\/login\?return=%2Fplaces%2Fphong-nha-cave$/);
  const { email, password } = credentials("viewer");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/places/phong-nha-cave");
});

// R215
test("every public page has a heading and text, and links to existing pages only @desktop", async ({
  page,
  request,
}) => {
  const linked = new Map<string, string>();
  for (const path of PUBLIC) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
    expect((await page.locator("main").innerText()).length, `words on ${path}`).toBeGreaterThan(100);
    const hrefs = await page
      .locator("a[href^='/']")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
    for (const href of hrefs) linked.set(href, path);
  }
  expect(linked.size).toBeGreaterThan(100);
  for (const [href, path] of linked) {
    expect((await request.get(href)).status(), `${href}, linked on ${path}`).toBe(200);
  }
});
