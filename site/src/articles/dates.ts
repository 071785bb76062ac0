import type { ArticleResponse } from "@karst/client";

/** When an article last changed for its readers: what was written before it was published is as old as that. */
export function lastModifiedAt({
  updatedAt,
  publicationDate,
}: Pick<ArticleResponse, "updatedAt" | "publicationDate">): string {
  return updatedAt > publicationDate ? updatedAt : publicationDate;
}
