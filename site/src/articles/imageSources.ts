import type { ArticleResponse } from "@karst/client";
import { articleIllustration } from "@karst/web/illustrations";
import { isImageUrl } from "@/lib/links";
import { findImageSource, type MediaImage, type ImageSource } from "@/ui/imageSource";

/** The sources of an article's image in order: its own image, then the scene of its first tag that has one. */
export function articleImageSources({
  id,
  tags,
  mainImageUrl,
  pictures,
}: Pick<ArticleResponse, "id" | "tags" | "mainImageUrl"> & {
  pictures?: readonly MediaImage[];
}): ImageSource[] {
  return [...ownImageSources({ mainImageUrl, pictures }), articleIllustration(id, tags)];
}

/** The article's own image, or an empty list. */
export function ownImageSources({
  mainImageUrl,
  pictures,
}: Pick<ArticleResponse, "mainImageUrl"> & { pictures?: readonly MediaImage[] }): ImageSource[] {
  return isImageUrl(mainImageUrl) ? [findImageSource(mainImageUrl.trim(), pictures)] : [];
}
