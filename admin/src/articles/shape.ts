import type { ArticleRequest, ArticleResponse } from "@karst/client";
import { linesOf, linesText, listOf, listText, numberOrText, numberText, textOrNull } from "../kit/typed";
import { overlayOf } from "./overlay";

/** An article as the form holds it: what is typed is text, and becomes a value when it is checked and sent. */
export interface ArticleText {
  title: string;
  author: string;
  summary: string;
  contentHtml: string;
  /** RFC 3339; the input shows it on the region's clock. */
  publicationDate: string;
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

export type Standing = "live" | "scheduled" | "inactive";

/** An article as text for the form; without one, an empty form with the contract's defaults. */
export function toText(article?: Partial<ArticleResponse>): ArticleText {
  return {
    title: article?.title ?? "",
    author: article?.author ?? "",
    summary: article?.summary ?? "",
    contentHtml: article?.contentHtml ?? "",
    publicationDate: article?.publicationDate ?? "",
    isActive: article?.isActive ?? true,
    isFeatured: article?.isFeatured ?? false,
    tags: listText(article?.tags),
    externalUrl: article?.externalUrl ?? "",
    sources: linesText(article?.sources),
    mainImageUrl: article?.mainImageUrl ?? "",
    latitude: numberText(article?.latitude),
    longitude: numberText(article?.longitude),
    mapOverlay: article?.mapOverlay ? JSON.stringify(article.mapOverlay, null, 2) : "",
  };
}

/** The form as the API takes it. */
export function toForm(text: ArticleText): Partial<ArticleRequest> {
  const form: Record<keyof ArticleText, unknown> = {
    title: text.title.trim(),
    author: text.author.trim(),
    summary: text.summary.trim(),
    // As it is stored: white space at its end is no change.
    contentHtml: text.contentHtml.trim() && text.contentHtml,
    publicationDate: text.publicationDate,
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

/** Whether an article is public at `now_ms`, will be by itself, or is not. */
export function standingOf(
  { isActive, publicationDate }: Pick<ArticleText, "isActive" | "publicationDate">,
  now_ms: number,
): Standing {
  if (!isActive) return "inactive";
  return Date.parse(publicationDate) > now_ms ? "scheduled" : "live";
}

/** Where travellers find the article: the site answers at the console's own origin. */
export const siteAddress = ({ id, slug }: Pick<ArticleResponse, "id" | "slug">): string =>
  `/inspiration/${id}-${encodeURIComponent(slug)}`;
