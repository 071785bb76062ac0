import type { MetadataRoute } from "next";
import { getSettings } from "@/api/server";

/**
 * What search engines may read: all that travellers may, but not one page for each words that somebody searches for.
 * Pages that are nobody's find (the console, signing in, one's own saved places) say so themselves: what must not be
 * read cannot say it.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { publicUrl } = await getSettings();
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/explore?q=", "/explore?*&q="] },
    sitemap: new URL("/sitemap.xml", publicUrl).href,
  };
}
