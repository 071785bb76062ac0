import type { ArticleResponse } from "@karst/client";

/** When the public article last changed. Edits before the publication date count as the publication date. */
export function lastModifiedAt({
  updatedAt,
  publicationDate,
}: Pick<ArticleResponse, "updatedAt" | "publicationDate">): string {
  return updatedAt > publicationDate ? updatedAt : publicationDate;
}
