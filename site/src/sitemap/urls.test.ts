import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { publicUrls } from "./urls";
import { partSitemap, rootSitemap } from "./xml";

const ORIGIN = "https://guide.example";
const CHANGED = "2026-11-26T10:00:00.000Z";

type Item = { id: number; slug: string; updatedAt: string; publicationDate: string };
const item = (id: number): Item => ({
  ...{ id, slug: `name-${id}`, updatedAt: CHANGED },
  publicationDate: new Date(Date.UTC(2000, 0, 1 + (id % 9000))).toISOString(),
});

/** The lists of the API as its contract says them, with these ids: their limits and orders, and cursors for places. */
function api(ids: { businesses: number[]; articles: number[] }) {
  const most = { businesses: 1000, articles: 100 };
  const inOrder = (list: number[]) => [...list].sort((a, b) => a - b);
  const ascending = { businesses: inOrder(ids.businesses), articles: inOrder(ids.articles) };
  const known = { businesses: new Set(ids.businesses), articles: new Set(ids.articles) };
  return (url: URL): Response => {
    const list = url.pathname.replace("/api/", "") as keyof typeof ids;
    const { limit = String(most[list]), ...query } = Object.fromEntries(url.searchParams);
    const offset = Number(query.offset ?? 0);
    const wanted = query.ids?.split(",").map(Number);
    const isRefused =
      Number(limit) > most[list] ||
      offset > 10_000 ||
      (wanted?.length ?? 0) > 200 ||
      (query.cursor !== undefined && list === "articles");
    if (isRefused) return new Response(null, { status: 400 });
    const chosen = wanted?.filter((id) => known[list].has(id)) ?? ascending[list];
    const sorted = query.sort === "id" ? chosen : chosen.toReversed();
    const begin = query.cursor === undefined ? offset : Number(query.cursor);
    const page = sorted.slice(begin, begin + Number(limit));
    const hasMore = begin + page.length < sorted.length;
    url.searchParams.set("cursor", String(begin + page.length));
    const link = { link: `<${url.pathname}${url.search}>; rel="next"` };
    return Response.json(page.map(item), { headers: hasMore && list === "businesses" ? link : {} });
  };
}

const serve = (ids: Parameters<typeof api>[0]) => {
  const answer = api(ids);
  vi.stubGlobal("fetch", async (url: string) => answer(new URL(url)));
};
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const locations = (xml: string | null) =>
  [...(xml ?? "").matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);

beforeEach(() => vi.stubEnv("CMS_ORIGIN", "http://api.test"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

// Longer than others: it reads and writes 56,000 addresses.
test(
  "the sitemap of many places and articles has several parts with every address once",
  { timeout: 30_000 },
  async () => {
    // Beyond the offsets that the API takes (10,000), and with gaps where articles were deleted.
    const articles = upTo(11_000).filter((id) => id % 10 !== 3);
    articles.push(...upTo(1_500).map((at) => 11_000 + at));
    serve({ businesses: upTo(45_001), articles });
    const urls = await publicUrls();
    const index = locations(rootSitemap(urls, ORIGIN));
    expect(index).toEqual([`${ORIGIN}/sitemap/1.xml`, `${ORIGIN}/sitemap/2.xml`]);
    const listed = index.flatMap((url) => locations(partSitemap(urls, ORIGIN, url.split("/").at(-1)!)));
    const numbered = (path: string) =>
      listed.filter((url) => url.startsWith(`${ORIGIN}${path}`)).map((url) => Number(url.split("-").at(-1)));
    expect(new Set(listed).size).toBe(listed.length);
    expect(numbered("/places/").sort((a, b) => a - b)).toEqual(upTo(45_001));
    expect(numbered("/inspiration/").sort((a, b) => a - b)).toEqual(articles);
  },
);

test("the sitemap of a small guide is one, with its articles from the newest on", async () => {
  serve({ businesses: [7], articles: [2, 101, 9_002, 9_001] });
  const urls = await publicUrls();
  expect(rootSitemap(urls, ORIGIN)).toContain("<urlset ");
  const paths = urls.map(({ path }) => path).filter((path) => /^\/(places|inspiration)\//.test(path));
  expect(paths).toEqual([
    "/inspiration/101-name-101",
    "/inspiration/9002-name-9002",
    "/inspiration/2-name-2",
    "/inspiration/9001-name-9001",
    "/places/name-7",
  ]);
});

test("the sitemap of an empty guide has its standing pages", async () => {
  serve({ businesses: [], articles: [] });
  const paths = (await publicUrls()).map(({ path }) => path);
  expect(paths).toContain("/guestbook");
  expect(paths.filter((path) => /^\/(places|inspiration)\//.test(path))).toEqual([]);
});
