import { getSettings } from "@/api/server";
import { publicUrls } from "@/sitemap/urls";
import { partSitemap } from "@/sitemap/xml";

export const dynamic = "force-static";

/** The number of sitemaps is unknown at build time. */
export function generateStaticParams() {
  return [];
}

/** One of the sitemaps of the index. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  const [urls, { publicUrl }] = await Promise.all([publicUrls(), getSettings()]);
  const sitemap = partSitemap(urls, publicUrl, file);
  if (sitemap === null) return new Response(null, { status: 404 });
  return new Response(sitemap, { headers: { "content-type": "application/xml" } });
}
