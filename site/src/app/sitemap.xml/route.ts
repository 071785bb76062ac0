import { getSettings } from "@/api/server";
import { publicUrls } from "@/sitemap/urls";
import { rootSitemap } from "@/sitemap/xml";

export const dynamic = "force-static";

/** The sitemap with all public pages, or an index if one sitemap is not enough. */
export async function GET() {
  const [urls, { publicUrl }] = await Promise.all([publicUrls(), getSettings()]);
  return new Response(rootSitemap(urls, publicUrl), { headers: { "content-type": "application/xml" } });
}
