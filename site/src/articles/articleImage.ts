import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { longDate } from "@/lib/dates";
import { pickBackground, type SocialImage } from "@/og-image/socialImage";
import { t } from "@/messages/inspiration.gen";
import { articleImageSources } from "./imageSources";

/** The content of an article's social image. */
export function articleImage(
  article: ArticleResponse,
  { brand, timeZone }: Pick<SettingsResponse, "brand" | "timeZone">,
): SocialImage {
  return {
    title: article.title,
    subtitle: `${article.author} · ${longDate(article.publicationDate, timeZone)}`,
    kind: t("title"),
    color: "#f2b134",
    brand,
    background: pickBackground(articleImageSources(article)),
  };
}
