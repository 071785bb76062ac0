import type { ArticleResponse } from "@karst/client";
import { longDate } from "@/lib/dates";
import type { ImageSource } from "@/ui/imageSource";
import { pictureSources } from "./picture";

/** The fields that a list asks of the API: no more than a card and the search use. */
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

/** An article as a list carries it to the browser. */
export type ArticleSummary = Pick<
  ArticleResponse,
  "id" | "slug" | "title" | "author" | "summary" | "tags" | "publicationDate" | "isFeatured"
> & {
  /** The day of publication in words. Made where the page is made, so that both sides say the same. */
  date: string;
  /** What to try for its picture, in order. */
  sources: ImageSource[];
};

/** Shortens an article for a list. */
export function summarize(
  { mainImageUrl, pictures, ...article }: SummaryFields,
  timeZone: string,
): ArticleSummary {
  return {
    ...article,
    date: longDate(article.publicationDate, timeZone),
    sources: pictureSources({ ...article, mainImageUrl, pictures }),
  };
}
