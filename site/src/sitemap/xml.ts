import { escapeXml } from "@/lib/xml";

/** The most addresses that one sitemap may have (sitemaps.org). */
const MAX_URLS = 50_000;

/** A public page. */
export type SitemapUrl = {
  /** Its path: "/explore". */
  path: string;
  lastModified?: string;
  /** Beside the guide's other pages, 0 to 1. */
  priority?: number;
};

/** The path of one of several sitemaps, the first is 1. `cms/src/commands/page_resolver.rs` knows these paths too. */
export const sitemapPath = (part: number) => `/sitemap/${part}.xml`;

/** What `/sitemap.xml` holds: all addresses, or an index of several sitemaps where they are too many for one. */
export function rootSitemap(urls: readonly SitemapUrl[], publicUrl: string, max = MAX_URLS): string {
  if (urls.length <= max) return urlset(urls, publicUrl);
  const parts = Array.from({ length: Math.ceil(urls.length / max) }, (_, at) => sitemapPath(at + 1));
  const sitemaps = parts.map((path) => `<sitemap>${location(path, publicUrl)}</sitemap>`);
  return xmlDocument("sitemapindex", sitemaps);
}

/** What the sitemap with this file name (`2.xml`) holds; null where the index names none such. */
export function partSitemap(
  urls: readonly SitemapUrl[],
  publicUrl: string,
  file: string,
  max = MAX_URLS,
): string | null {
  const part = Number(/^([1-9]\d?)\.xml$/.exec(file)?.[1] ?? 0);
  const own = part > 0 && urls.length > max ? urls.slice((part - 1) * max, part * max) : [];
  return own.length > 0 ? urlset(own, publicUrl) : null;
}

function urlset(urls: readonly SitemapUrl[], publicUrl: string): string {
  const entries = urls.map(({ path, lastModified, priority }) =>
    [
      "<url>",
      location(path, publicUrl),
      lastModified && `<lastmod>${escapeXml(lastModified)}</lastmod>`,
      priority !== undefined && `<priority>${priority}</priority>`,
      "</url>",
    ]
      .filter(Boolean)
      .join(""),
  );
  return xmlDocument("urlset", entries);
}

const location = (path: string, publicUrl: string) =>
  `<loc>${escapeXml(new URL(path, publicUrl).href)}</loc>`;

const xmlDocument = (element: string, lines: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${element}>`,
    "",
  ].join("\n");
