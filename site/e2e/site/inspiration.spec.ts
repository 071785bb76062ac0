import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { SAMPLE_ARTICLE, SAMPLE_ARTICLE_DATE } from "../sampleArticle";

const titles = (page: Page, list: string) =>
  page.getByRole("list", { name: list, exact: true }).getByRole("heading", { level: 3 });
const card = (page: Page) => page.getByRole("article").filter({ hasText: SAMPLE_ARTICLE.title });

// R84, R85, R86
test("articles are filtered by topic and search", async ({ page, publicApi }) => {
  const all = await publicApi.articles();
  const tags = [...new Set(all.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b, "en"));
  const titlesOf = (articles: typeof all) => articles.map(({ title }) => title);
  const featured = titlesOf(all.filter(({ isFeatured }) => isFeatured));
  const latest = titlesOf(all.filter(({ isFeatured }) => !isFeatured));

  await page.goto("/inspiration");
  await expect(page.getByRole("heading", { level: 1, name: "Inspiration" })).toBeVisible();
  await expect(page.getByPlaceholder("Search articles...")).toBeVisible();
  const chips = page.getByRole("list", { name: "Topics", exact: true }).getByRole("button");
  await expect(chips).toHaveText(["All Topics", ...tags].map((name) => new RegExp(`^${name}\\d+$`)));
  await expect(titles(page, "Featured Guides")).toHaveText(featured);
  if (latest.length > 0) await expect(titles(page, "Latest Articles")).toHaveText(latest);

  const about = titlesOf(all.filter(({ tags }) => tags.includes("river")));
  await chips.filter({ hasText: "river" }).click();
  await expect(page).toHaveURL("/inspiration?topic=river");
  await expect(titles(page, "Articles about river")).toHaveText(about);
  await expect(page.getByRole("heading", { name: "Featured Guides" })).toBeHidden();

  await page.getByRole("searchbox").fill("dong phong nha volcano");
  await expect(page.getByText("No articles found", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show all articles" }).click();
  await expect(page).toHaveURL("/inspiration");
  await page.getByRole("searchbox").fill("nguyen thi hang");
  await expect(titles(page, "Featured Guides")).toHaveText([SAMPLE_ARTICLE.title]);
  await page.getByRole("button", { name: "Clear search" }).click();

  await page.goBack();
  await expect(page.getByRole("heading", { name: "Articles about river" })).toBeVisible();
  await page.reload();
  await expect(titles(page, "Articles about river")).toHaveText(about);
});

// R87, R88, R89, R90, R91
test("a card leads to the complete article", async ({ page, isMobile }) => {
  await page.goto("/inspiration");
  await expect(card(page).getByText("Featured", { exact: true })).toBeVisible();
  await expect(card(page).getByText(SAMPLE_ARTICLE.author)).toBeVisible();
  await expect(card(page).getByText(SAMPLE_ARTICLE_DATE, { exact: true })).toBeVisible();
  await expect(card(page).getByText(SAMPLE_ARTICLE.summary)).toBeVisible();
  await expect(card(page).getByRole("listitem")).toHaveText(SAMPLE_ARTICLE.tags.slice(0, 3));

  await card(page).getByRole("link").click();
  await expect(page).toHaveURL(/\/inspiration\/\d+-a-day-on-the-son-told-slowly$/);
  const article = page.getByRole("article");
  await expect(
    article.getByRole("heading", { level: 1, name: SAMPLE_ARTICLE.title, exact: true }),
  ).toBeVisible();
  await expect(article.getByRole("img", { name: `Illustration for ${SAMPLE_ARTICLE.title}` })).toBeVisible();
  for (const line of [
    `Author ${SAMPLE_ARTICLE.author}`,
    `Published ${SAMPLE_ARTICLE_DATE}`,
    "Region Phong Nha, Vietnam",
  ])
    await expect(article.getByRole("listitem").filter({ hasText: line })).toBeVisible();
  for (const text of [SAMPLE_ARTICLE.summary, `Published on ${SAMPLE_ARTICLE_DATE}`])
    await expect(article.getByText(text, { exact: true })).toBeVisible();
  for (const tag of SAMPLE_ARTICLE.tags)
    await expect(article.getByRole("link", { name: `#${tag}`, exact: true })).toBeVisible();

  await expect(article.getByRole("heading", { level: 2, name: "The morning" })).toBeVisible();
  await expect(article.getByRole("columnheader")).toHaveText(["Cave", "How it is reached", "How long"]);
  const figure = article.getByRole("figure", { name: "The river at noon" });
  await expect(figure.getByRole("img", { name: "A boat on the river" })).toBeVisible();

  const sources = article.getByRole("region", { name: "Sources" });
  await expect(sources.getByRole("listitem")).toHaveText([
    SAMPLE_ARTICLE.sources[0]!,
    /^The timetable of the boats \(/,
  ]);
  await expect(sources.getByRole("link")).toHaveAttribute("href", "https://www.example.org/boats");

  const external = article.getByRole("link", { name: /^Visit External Source/ });
  await (isMobile ? expect(external).toBeVisible() : expect(external).toBeHidden());
  await expect(external.or(article.locator(`a[href="${SAMPLE_ARTICLE.externalUrl}"]`))).toHaveCount(1);

  const map = article.getByRole("region", { name: `Map of ${SAMPLE_ARTICLE.title}` });
  await article.getByText(`Published on ${SAMPLE_ARTICLE_DATE}`).scrollIntoViewIfNeeded();
  await expect(map.locator("[data-view]")).toHaveAttribute("data-view", "14.00/17.58137/106.28308");

  await article.getByRole("link", { name: "More Stories" }).click();
  await expect(page).toHaveURL("/inspiration");
  await page.goBack();
  await article.getByRole("link", { name: "#river", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Articles about river" })).toBeVisible();
});

// R201, R418
test("an article has one address and structured data @desktop", async ({ page, request, publicApi }) => {
  const article = (await publicApi.articles()).find(({ title }) => title === SAMPLE_ARTICLE.title)!;
  const path = `/inspiration/${article.id}-${article.slug}`;
  for (const other of [`/inspiration/${article.id}`, `/inspiration/${article.id}-an-older-title`]) {
    const response = await request.get(other, { maxRedirects: 0 });
    expect([response.status(), response.headers().location], other).toEqual([301, path]);
  }
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`${path}</loc>`);

  await page.goto(path);
  const data = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(data.map((text) => JSON.parse(text) as object)).toEqual([
    expect.objectContaining({
      "@type": "Article",
      headline: SAMPLE_ARTICLE.title,
      datePublished: SAMPLE_ARTICLE.publicationDate,
    }),
    expect.objectContaining({ "@type": "BreadcrumbList" }),
  ]);
  const head = (selector: string) => page.locator(`head ${selector}`);
  await expect(head("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${path}$`));
  await expect(head("meta[property='og:type']")).toHaveAttribute("content", "article");
  await expect(head("meta[property='article:published_time']")).toHaveAttribute(
    "content",
    SAMPLE_ARTICLE.publicationDate,
  );
});

// R92
test("a missing article has its own page", async ({ page, monitor }) => {
  monitor.allow(/404 \(Not Found\)/);
  for (const path of ["/inspiration/999999999", "/inspiration/no-such-story"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(
      page.getByRole("heading", { level: 1, name: "Article not found", exact: true }),
    ).toBeVisible();
    await expect(
      page.getByText("The article you're looking for doesn't exist.", { exact: true }),
    ).toBeVisible();
  }
  await page.getByRole("link", { name: "Back to Inspiration" }).click();
  await expect(page).toHaveURL("/inspiration");
});

// R88
test("an article lists its places in the order of the text, and they open in a dialog", async ({
  page,
  publicApi,
}) => {
  const article = (await publicApi.articles()).find(({ title }) => title === SAMPLE_ARTICLE.title)!;
  await page.goto(`/inspiration/${article.id}-${article.slug}`);
  await page.getByRole("heading", { name: "On the map" }).scrollIntoViewIfNeeded();
  const places = page.getByRole("region", { name: "Places in this article" });
  await expect(places.getByRole("link")).toHaveText(["Tien Son Cave", "Phong Nha Cave"]);
  await places.getByRole("link", { name: "Phong Nha Cave" }).click();
  await expect(page).toHaveURL("/places/phong-nha-cave");
  await expect(page.getByRole("dialog", { name: "Phong Nha Cave" })).toBeVisible();
  await page.goBack();
  await expect(places).toBeVisible();
});
