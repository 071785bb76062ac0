import { expect, test } from "vitest";
import { partSitemap, rootSitemap, type SitemapUrl } from "./xml";

const ORIGIN = "https://guide.example";
const urls = (count: number): SitemapUrl[] =>
  Array.from({ length: count }, (_, index) => ({ path: `/places/${index + 1}` }));
const locations = (xml: string | null) =>
  [...(xml ?? "").matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);

test("URLs up to the limit are in one sitemap", () => {
  const root = rootSitemap(urls(3), ORIGIN, 3);
  expect(root).toContain("<urlset ");
  expect(locations(root)).toEqual([1, 2, 3].map((id) => `${ORIGIN}/places/${id}`));
  expect(partSitemap(urls(3), ORIGIN, "1.xml", 3)).toBeNull();
});

test("more URLs are in several sitemaps with an index, each URL once", () => {
  const all = urls(7);
  const root = rootSitemap(all, ORIGIN, 3);
  expect(root).toContain("<sitemapindex ");
  expect(locations(root)).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap/${part}.xml`));
  const parts = ["1.xml", "2.xml", "3.xml"].map((file) => locations(partSitemap(all, ORIGIN, file, 3)));
  expect(parts.map(({ length }) => length)).toEqual([3, 3, 1]);
  expect(parts.flat()).toEqual(all.map(({ path }) => ORIGIN + path));
});

test.each(["0.xml", "4.xml", "01.xml", "1", "1.xml.gz", "-1.xml", "x.xml", "100.xml"])(
  "%s is not one of three sitemaps",
  (file) => {
    expect(partSitemap(urls(7), ORIGIN, file, 3)).toBeNull();
  },
);

test("50,000 URLs are one sitemap, and 50,001 are two", () => {
  expect(rootSitemap(urls(50_000), ORIGIN)).toContain("<urlset ");
  expect(locations(rootSitemap(urls(50_001), ORIGIN))).toHaveLength(2);
  expect(locations(partSitemap(urls(50_001), ORIGIN, "2.xml"))).toEqual([`${ORIGIN}/places/50001`]);
});

test("a URL has lastmod and priority and is escaped", () => {
  const changed = "2026-11-26T10:00:00.000Z";
  const xml = rootSitemap([{ path: "/a?b&c", lastModified: changed, priority: 0.9 }], ORIGIN);
  expect(xml).toContain(
    `<url><loc>${ORIGIN}/a?b&amp;c</loc><lastmod>${changed}</lastmod><priority>0.9</priority></url>`,
  );
});
