import type { MetadataRoute } from "next";
import { settings } from "@/api/server";

/** What search engines may read: all that travellers may. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { publicUrl } = await settings();
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin-portal", "/admin", "/moderation", "/login"] },
    sitemap: new URL("/sitemap.xml", publicUrl).href,
  };
}
