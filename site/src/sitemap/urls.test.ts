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

/** A fake API with lists of these ids: limits, orders and cursors as in the contract. */
function createApi(ids: { businesses: number[]; articles: number[] }) {
  const maxLimit = { businesses: 1000, articles: 100 };
  const newestFirst = (a: number, b: number) =>
    item(b).publicationDate.localeCompare(item(a).publicationDate) || b - a;
  const sorted = {
    businesses: ids.businesses.toSorted((a, b) => a - b),
    articles: ids.articles.toSorted(newestFirst),
  };
  return (url: URL): Response => {
    const list = url.pathname.replace("/api/", "") as keyof typeof ids;
    const { limit = "0", cursor, offset } = Object.fromEntries(url.searchParams);
    if (Number(limit) > maxLimit[list] || offset) return new Response(null, { status: 400 });
    const start = cursor === undefined ? 0 : sorted[list].indexOf(Number(cursor)) + 1;
    const page = sorted[list].slice(start, start + Number(limit));
    const hasMore = start + page.length < sorted[list].length;
    url.searchParams.set("cursor", String(page.at(-1)));
    const link = { link: `<${url.pathname}${url.search}>; rel="next"` };
    return Response.json(page.map(item), { headers: hasMore ? link : {} });
  };
}

const stubApi = (ids: Parameters<typeof createApi>[0]) => {
  const respond = createApi(ids);
  vi.stubGlobal("fetch", async (url: string) => respond(new URL(url)));
};
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const locations = (xml: string | null) =>
  [...(xml ?? "").matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);

beforeEach(() => vi.stubEnv("CMS_ORIGIN", "http://api.test"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("the sitemap of a large guide has several parts that contain each URL once", async () => {
  // More than the API's maximum offset (10,000), with gaps for deleted articles.
  const articles = idsUpTo(12_500).filter((id) => id % 10 !== 3);
  stubApi({ businesses: idsUpTo(45_001), articles });
  const urls = await publicUrls();
  const index = locations(rootSitemap(urls, ORIGIN));
  expect(index).toEqual([`${ORIGIN}/sitemap/1.xml`, `${ORIGIN}/sitemap/2.xml`]);
  const listed = index.flatMap((url) => locations(partSitemap(urls, ORIGIN, url.split("/").at(-1)!)));
  const idsIn = (path: string) =>
    listed.filter((url) => url.startsWith(`${ORIGIN}${path}`)).map((url) => Number(url.split("-").at(-1)));
  expect(new Set(listed).size).toBe(listed.length);
  expect(idsIn("/places/").sort((a, b) => a - b)).toEqual(idsUpTo(45_001));
  expect(idsIn("/inspiration/").sort((a, b) => a - b)).toEqual(articles);
});

test("the sitemap of a small guide has one part with the newest articles first", async () => {
  stubApi({ businesses: [7], articles: [2, 101, 9_002, 9_001] });
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

test("the sitemap of an empty guide has the fixed pages", async () => {
  stubApi({ businesses: [], articles: [] });
  const paths = (await publicUrls()).map(({ path }) => path);
  expect(paths).toContain("/guestbook");
  expect(paths.filter((path) => /^\/(places|inspiration)\//.test(path))).toEqual([]);
});
