import { expect, test } from "vitest";
import { partSitemap, rootSitemap, type SitemapUrl } from "./xml";

const ORIGIN = "https://guide.example";
const urls = (count: number): SitemapUrl[] =>
  Array.from({ length: count }, (_, at) => ({ path: `/places/${at + 1}` }));
const locations = (xml: string | null) =>
  [...(xml ?? "").matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);

test("as many addresses as fit into one sitemap are in one", () => {
  const root = rootSitemap(urls(3), ORIGIN, 3);
  expect(root).toContain("<urlset ");
  expect(locations(root)).toEqual([1, 2, 3].map((at) => `${ORIGIN}/places/${at}`));
  expect(partSitemap(urls(3), ORIGIN, "1.xml", 3)).toBeNull();
});

test("more addresses are in several sitemaps that an index names, each address once", () => {
  const all = urls(7);
  const root = rootSitemap(all, ORIGIN, 3);
  expect(root).toContain("<sitemapindex ");
  expect(locations(root)).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap/${part}.xml`));
  const parts = ["1.xml", "2.xml", "3.xml"].map((file) => locations(partSitemap(all, ORIGIN, file, 3)));
  expect(parts.map(({ length }) => length)).toEqual([3, 3, 1]);
  expect(parts.flat()).toEqual(all.map(({ path }) => ORIGIN + path));
});

test.each(["0.xml", "4.xml", "01.xml", "1", "1.xml.gz", "-1.xml", "x.xml", "100.xml"])(
  "%s is no sitemap of three",
  (file) => {
    expect(partSitemap(urls(7), ORIGIN, file, 3)).toBeNull();
  },
);

test("50,000 addresses are one sitemap, one more are two of them", () => {
  expect(rootSitemap(urls(50_000), ORIGIN)).toContain("<urlset ");
  expect(locations(rootSitemap(urls(50_001), ORIGIN))).toHaveLength(2);
  expect(locations(partSitemap(urls(50_001), ORIGIN, "2.xml"))).toEqual([`${ORIGIN}/places/50001`]);
});

test("an address says when it changed and how it weighs, in well-formed XML", () => {
  const changed = "2026-11-26T10:00:00.000Z";
  const xml = rootSitemap([{ path: "/a?b&c", lastModified: changed, priority: 0.9 }], ORIGIN);
  expect(xml).toContain(
    `<url><loc>${ORIGIN}/a?b&amp;c</loc><lastmod>${changed}</lastmod><priority>0.9</priority></url>`,
  );
});
