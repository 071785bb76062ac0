import type { ArticleResponse } from "@karst/client";

/** A valid article for tests, with `changes` applied. */
export function anArticle(changes: Partial<ArticleResponse> = {}): ArticleResponse {
  return {
    id: 7,
    uuid: "0198c6a1-0000-7000-8000-000000000007",
    version: 1,
    slug: "which-cave-is-yours",
    title: "Which cave is yours?",
    author: "Linh Trần",
    summary: "Boats, boardwalks and four days underground.",
    contentHtml: "<p>There are more than five hundred caves.</p>",
    mainImageUrl: null,
    pictures: [],
    tags: ["cave", "planning"],
    publicationDate: "2026-01-04T17:30:00.000Z",
    isFeatured: false,
    isActive: true,
    latitude: 17.58137,
    longitude: 106.28308,
    externalUrl: null,
    sources: [],
    mapOverlay: null,
    createdAt: "2026-01-02T08:00:00.000Z",
    updatedAt: "2026-01-06T08:00:00.000Z",
    liveSince: null,
    unpublishAt: null,
    standing: null,
    ...changes,
  };
}
