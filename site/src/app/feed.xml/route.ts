import { getArticles, getSettings } from "@/api/server";
import { atomFeed, FEED_FIELDS } from "@/articles/feed";

export const dynamic = "force-static";

/** Enough for a feed reader that polls once a month. */
const MAX_ENTRIES = 20;

/** The Atom feed with the full text of the newest articles. */
export async function GET() {
  const [articles, region] = await Promise.all([getArticles(FEED_FIELDS, MAX_ENTRIES), getSettings()]);
  return new Response(atomFeed(articles, region), {
    headers: { "content-type": "application/atom+xml; charset=utf-8" },
  });
}
