import { getArticles, getSettings } from "@/api/server";
import { atomFeed, FEED_FIELDS } from "@/articles/feed";

export const dynamic = "force-static";

/** As many as a reader that comes once a month can have missed. */
const NEWEST = 20;

/** The newest stories, whole, for readers of feeds. */
export async function GET() {
  const [articles, region] = await Promise.all([getArticles(FEED_FIELDS, NEWEST), getSettings()]);
  return new Response(atomFeed(articles, region), {
    headers: { "content-type": "application/atom+xml; charset=utf-8" },
  });
}
