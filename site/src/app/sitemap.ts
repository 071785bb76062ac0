import type { MetadataRoute } from "next";
import { articlesWith, everyPlaceWith, settings } from "@/api/server";
import { changedAt } from "@/articles/dates";
import { articlePath, placePath, topicPath } from "@/kit/paths";

const PLACE_FIELDS = ["slug", "updatedAt"] as const;
const ARTICLE_FIELDS = ["id", "slug", "updatedAt", "publicationDate"] as const;

/** A sitemap may have 50,000 addresses; the other pages of the guide need some of them. */
const MOST = 45_000;

const STANDING = ["/getting-here", "/about", "/help", "/privacy"];

/** Every public page of the guide, for search engines. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [{ publicUrl }, places, articles] = await Promise.all([
    settings(),
    everyPlaceWith(PLACE_FIELDS, MOST),
    articlesWith(ARTICLE_FIELDS),
  ]);
  const at = (path: string) => new URL(path, publicUrl).href;
  return [
    { url: at("/"), priority: 1 },
    { url: at("/explore"), priority: 0.9 },
    ...STANDING.map((path) => ({ url: at(path) })),
    { url: at(topicPath(null)), priority: 0.9 },
    { url: at("/contact"), priority: 0.3 },
    ...articles.map((article) => ({
      url: at(articlePath(article)),
      lastModified: changedAt(article),
    })),
    { url: at("/guestbook"), priority: 0.6 },
    ...places.map(({ slug, updatedAt }) => ({ url: at(placePath(slug)), lastModified: updatedAt })),
  ];
}
