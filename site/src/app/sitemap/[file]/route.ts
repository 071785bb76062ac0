import { getSettings } from "@/api/server";
import { publicUrls } from "@/sitemap/urls";
import { partSitemap } from "@/sitemap/xml";

export const dynamic = "force-static";

/** How many sitemaps there are is not known when the site is built. */
export function generateStaticParams() {
  return [];
}

/** One of the sitemaps that the index names. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  const [urls, { publicUrl }] = await Promise.all([publicUrls(), getSettings()]);
  const sitemap = partSitemap(urls, publicUrl, file);
  if (sitemap === null) return new Response(null, { status: 404 });
  return new Response(sitemap, { headers: { "content-type": "application/xml" } });
}
