import { expect, type Page } from "@playwright/test";
import { ORIGIN } from "../api";

/** A public page as a crawler without JavaScript reads it. */
export interface ReadPage {
  path: string;
  html: string;
  canonical: string[];
  /** The content of each meta element by its `property` or `name`. */
  meta: Record<string, string>;
  /** The addresses of the linked feeds. */
  feeds: string[];
  /** The JSON-LD objects. */
  structuredData: StructuredData[];
}

export type StructuredData = { "@type": string } & Record<string, unknown>;

/** The paths in the sitemap. */
export async function publicPaths(): Promise<string[]> {
  const sitemap = await (await fetch(`${ORIGIN}/sitemap.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!));
  for (const { origin } of addresses) expect(origin).toBe(ORIGIN);
  return addresses.map(({ pathname }) => pathname);
}

/** Parses a page with the browser's parser, without running scripts or loading resources. */
export async function readPage(browser: Page, path: string): Promise<ReadPage> {
  const response = await fetch(ORIGIN + path, { redirect: "manual" });
  expect(response.status, path).toBe(200);
  const html = await response.text();
  const parsed = await browser.evaluate((html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const all = (selector: string) => [...page.querySelectorAll(selector)];
    return {
      canonical: all("link[rel=canonical]").map((link) => link.getAttribute("href") ?? ""),
      meta: all("meta[content]").map((meta) => [
        meta.getAttribute("property") ?? meta.getAttribute("name") ?? "",
        meta.getAttribute("content") ?? "",
      ]),
      feeds: all('link[rel=alternate][type="application/atom+xml"]').map(
        (link) => link.getAttribute("href") ?? "",
      ),
      structuredData: all('script[type="application/ld+json"]').map((script) => script.textContent ?? ""),
    };
  }, html);
  return {
    ...parsed,
    path,
    html,
    meta: Object.fromEntries(parsed.meta) as Record<string, string>,
    structuredData: parsed.structuredData.map((json) => JSON.parse(json) as StructuredData),
  };
}
