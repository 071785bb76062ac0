import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { longDate } from "@/lib/dates";
import { pickBackground, type SocialImage } from "@/og-image/socialImage";
import { inspirationTexts } from "@/texts/inspiration";
import { pictureSources } from "./picture";

/** What the picture of an article's page shows. */
export function articleCard(
  article: ArticleResponse,
  { brand, timeZone }: Pick<SettingsResponse, "brand" | "timeZone">,
): SocialImage {
  return {
    title: article.title,
    subtitle: `${article.author} · ${longDate(article.publicationDate, timeZone)}`,
    kind: inspirationTexts.title,
    color: "#f2b134",
    brand,
    background: pickBackground(pictureSources(article)),
  };
}
