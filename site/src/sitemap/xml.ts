import { escapeXml } from "@/lib/xml";

/** The maximum number of URLs in a sitemap (sitemaps.org). */
const MAX_URLS = 50_000;

export type SitemapUrl = {
  /** Such as "/explore". */
  path: string;
  lastModified?: string;
  /** Relative to the other pages, 0 to 1. */
  priority?: number;
};

/** The path of one of several sitemaps, from 1. `cms/src/commands/page_resolver.rs` uses the same paths. */
export const sitemapPath = (part: number) => `/sitemap/${part}.xml`;

/** The content of `/sitemap.xml`: all URLs, or an index of several sitemaps if there are more than `max`. */
export function rootSitemap(urls: readonly SitemapUrl[], publicUrl: string, max = MAX_URLS): string {
  if (urls.length <= max) return urlset(urls, publicUrl);
  const parts = Array.from({ length: Math.ceil(urls.length / max) }, (_, index) => sitemapPath(index + 1));
  const sitemaps = parts.map((path) => `<sitemap>${location(path, publicUrl)}</sitemap>`);
  return xmlDocument("sitemapindex", sitemaps);
}

/** The content of the sitemap with a file name such as `2.xml`; null if the index does not contain it. */
export function partSitemap(
  urls: readonly SitemapUrl[],
  publicUrl: string,
  file: string,
  max = MAX_URLS,
): string | null {
  const part = Number(/^([1-9]\d?)\.xml$/.exec(file)?.[1] ?? 0);
  const partUrls = part > 0 && urls.length > max ? urls.slice((part - 1) * max, part * max) : [];
  return partUrls.length > 0 ? urlset(partUrls, publicUrl) : null;
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
