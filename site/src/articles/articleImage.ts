import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { longDate } from "@/lib/dates";
import { cardPicture, type Card } from "@/og-image/card";
import { inspirationTexts } from "@/texts/inspiration";
import { articleImageSources } from "./imageSources";

/** The content of an article's social image. */
export function articleImage(
  article: ArticleResponse,
  { brand, timeZone }: Pick<SettingsResponse, "brand" | "timeZone">,
): Card {
  return {
    title: article.title,
    line: `${article.author} · ${longDate(article.publicationDate, timeZone)}`,
    kind: inspirationTexts.title,
    color: "#f2b134",
    brand,
    picture: cardPicture(articleImageSources(article)),
  };
}
