import type { ArticleResponse } from "@karst/client";
import { longDate } from "@/lib/dates";
import type { ImageSource } from "@/ui/imageSource";
import { articleImageSources } from "./imageSources";

/** The fields that a list fetches: those that cards and search use. */
export const SUMMARY_FIELDS = [
  "id",
  "slug",
  "title",
  "author",
  "summary",
  "mainImageUrl",
  "pictures",
  "tags",
  "publicationDate",
  "isFeatured",
] as const satisfies readonly (keyof ArticleResponse)[];

export type SummaryFields = Pick<ArticleResponse, (typeof SUMMARY_FIELDS)[number]>;

/** An article in a list, as it is sent to the browser. */
export type ArticleSummary = Pick<
  ArticleResponse,
  "id" | "slug" | "title" | "author" | "summary" | "tags" | "publicationDate" | "isFeatured"
> & {
  /** The formatted publication date. The server formats it, so that hydration has the same text. */
  date: string;
  /** The sources of its image, in order. */
  sources: ImageSource[];
};

export function summarize(
  { mainImageUrl, pictures, ...article }: SummaryFields,
  timeZone: string,
): ArticleSummary {
  return {
    ...article,
    date: longDate(article.publicationDate, timeZone),
    sources: articleImageSources({ ...article, mainImageUrl, pictures }),
  };
}
