import { getSettings } from "@/api/server";
import { publicUrls } from "@/sitemap/urls";
import { rootSitemap } from "@/sitemap/xml";

export const dynamic = "force-static";

/** Every public page of the guide, for search engines; an index of several sitemaps where they are too many for one. */
export async function GET() {
  const [urls, { publicUrl }] = await Promise.all([publicUrls(), getSettings()]);
  return new Response(rootSitemap(urls, publicUrl), { headers: { "content-type": "application/xml" } });
}
