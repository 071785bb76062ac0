import { getAllArticles, getAllPlaces } from "@/api/server";
import { lastModifiedAt } from "@/articles/dates";
import { articlePath, placePath, topicPath } from "@/lib/paths";
import type { SitemapUrl } from "./xml";

const PLACE_FIELDS = ["slug", "updatedAt"] as const;
const ARTICLE_FIELDS = ["id", "slug", "updatedAt", "publicationDate"] as const;

const STANDING_PAGES = ["/getting-here", "/about", "/help", "/privacy"];

/** The URLs of all public pages. */
export async function publicUrls(): Promise<SitemapUrl[]> {
  const [places, articles] = await Promise.all([getAllPlaces(PLACE_FIELDS), getAllArticles(ARTICLE_FIELDS)]);
  return [
    { path: "/", priority: 1 },
    { path: "/explore", priority: 0.9 },
    ...STANDING_PAGES.map((path) => ({ path })),
    { path: topicPath(null), priority: 0.9 },
    { path: "/contact", priority: 0.3 },
    ...articles.map((article) => ({ path: articlePath(article), lastModified: lastModifiedAt(article) })),
    { path: "/guestbook", priority: 0.6 },
    ...places.map(({ slug, updatedAt }) => ({ path: placePath(slug), lastModified: updatedAt })),
  ];
}
