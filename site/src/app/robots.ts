import type { MetadataRoute } from "next";
import { getSettings } from "@/api/server";

/**
 * Search engines may crawl everything except search results. Pages that must not be indexed (console, sign-in, saved
 * places) have a `noindex` tag instead: crawlers could not read it if this file excluded them.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { publicUrl } = await getSettings();
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/explore?q=", "/explore?*&q="] },
    sitemap: new URL("/sitemap.xml", publicUrl).href,
  };
}
