import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { longDate } from "@/lib/dates";
import { cardPicture, type Card } from "@/og-image/card";
import { inspirationTexts } from "@/texts/inspiration";
import { articleImageSources } from "./imageSources";

/** What the picture of an article's page shows. */
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
