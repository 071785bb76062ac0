import type { ArticleRequest, ArticleResponse } from "@karst/client";
import { linesOf, linesText, listOf, listText, numberOrText, numberText, textOrNull } from "../kit/typed";
import { overlayOf } from "./overlay";

/** The form values of an article: text inputs hold text until the form is submitted. */
export interface ArticleText {
  title: string;
  author: string;
  summary: string;
  contentHtml: string;
  /** RFC 3339; the input shows it on the region's clock. */
  publicationDate: string;
  /** RFC 3339, or blank. */
  unpublishAt: string;
  isActive: boolean;
  isFeatured: boolean;
  tags: string;
  externalUrl: string;
  sources: string;
  mainImageUrl: string;
  latitude: string;
  longitude: string;
  mapOverlay: string;
}

export type Status = "live" | "scheduled" | "inactive";

/** The form values of an article, or the defaults of the API, in the order on the screen. */
export function toText(article?: Partial<ArticleResponse>): ArticleText {
  return {
    title: article?.title ?? "",
    summary: article?.summary ?? "",
    contentHtml: article?.contentHtml ?? "",
    author: article?.author ?? "",
    publicationDate: article?.publicationDate ?? "",
    unpublishAt: article?.unpublishAt ?? "",
    isActive: article?.isActive ?? true,
    isFeatured: article?.isFeatured ?? false,
    tags: listText(article?.tags),
    mainImageUrl: article?.mainImageUrl ?? "",
    latitude: numberText(article?.latitude),
    longitude: numberText(article?.longitude),
    mapOverlay: article?.mapOverlay ? JSON.stringify(article.mapOverlay, null, 2) : "",
    sources: linesText(article?.sources),
    externalUrl: article?.externalUrl ?? "",
  };
}

/** The request body of the form. */
export function toForm(text: ArticleText): Partial<ArticleRequest> {
  const form: Record<keyof ArticleText, unknown> = {
    title: text.title.trim(),
    author: text.author.trim(),
    summary: text.summary.trim(),
    // Not trimmed: stored white space at the end is not a change.
    contentHtml: text.contentHtml.trim() && text.contentHtml,
    publicationDate: text.publicationDate,
    unpublishAt: textOrNull(text.unpublishAt),
    isActive: text.isActive,
    isFeatured: text.isFeatured,
    tags: listOf(text.tags),
    externalUrl: textOrNull(text.externalUrl),
    sources: linesOf(text.sources),
    mainImageUrl: textOrNull(text.mainImageUrl),
    latitude: numberOrText(text.latitude),
    longitude: numberOrText(text.longitude),
    mapOverlay: overlayOf(text.mapOverlay),
  };
  return form as Partial<ArticleRequest>;
}

/** Whether an article is live at `nowMs`, goes live later, or is inactive. */
export function statusOf(
  { isActive, publicationDate }: Pick<ArticleText, "isActive" | "publicationDate">,
  nowMs: number,
): Status {
  if (!isActive) return "inactive";
  return Date.parse(publicationDate) > nowMs ? "scheduled" : "live";
}

/** The path of an article on the site, which has the same origin as the console. */
export const sitePath = ({ id, slug }: Pick<ArticleResponse, "id" | "slug">): string =>
  `/inspiration/${id}-${encodeURIComponent(slug)}`;
