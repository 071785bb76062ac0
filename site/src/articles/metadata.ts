import type { Metadata } from "next";
import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { articlePath } from "@/lib/paths";
import { excerpt } from "@karst/web/text";
import type { SiteImageSettings } from "@/layout/siteImage";
import { pageMetadata } from "@/layout/pageMetadata";
import { articleImage } from "./articleImage";
import { lastModifiedAt } from "./dates";

/** The metadata of an article's page for search engines and link previews. */
export function articleMetadata(
  article: ArticleResponse,
  region: SiteImageSettings & Pick<SettingsResponse, "timeZone">,
): Metadata {
  const { title, author } = article;
  const description = excerpt(article.summary, 160) ?? title;
  return {
    title,
    description,
    authors: [{ name: author }],
    ...pageMetadata(region, {
      path: articlePath(article),
      title,
      description,
      card: articleImage(article, region),
      article: {
        publishedTime: article.publicationDate,
        modifiedTime: lastModifiedAt(article),
        authors: [author],
        tags: article.tags,
      },
    }),
  };
}
