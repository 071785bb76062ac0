import type { Metadata } from "next";
import type { ArticleView, SettingsView } from "@karst/client";
import { isPictureAddress } from "@/kit/links";
import { articlePath } from "@/kit/paths";
import { excerpt } from "@/kit/text";
import { social } from "@/shell/social";

/** What the head of an article's page says, for search engines and for whoever is sent a link. */
export function articleMetadata(article: ArticleView, region: Pick<SettingsView, "brand">): Metadata {
  const { title, author, mainImageUrl } = article;
  const description = excerpt(article.summary, 160) ?? title;
  return {
    title,
    description,
    authors: [{ name: author }],
    ...social(region, {
      path: articlePath(article),
      title,
      description,
      // A drawn scene is no picture that other sites take.
      ...(isPictureAddress(mainImageUrl) && { image: { url: mainImageUrl.trim(), alt: title } }),
      article: {
        publishedTime: article.publicationDate,
        modifiedTime: article.updatedAt,
        authors: [author],
        tags: article.tags,
      },
    }),
  };
}
