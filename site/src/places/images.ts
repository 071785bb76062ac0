import type { PlaceResponse } from "@karst/client";
import { placeIllustration } from "@karst/web/illustrations";
import { isImageUrl } from "@/lib/links";
import { findImageSource, type MediaImage, type ImageSource } from "@/ui/imageSource";

type ImageInput = {
  id: number;
  imageUrl?: string | null;
  /** Details of the images that are in the media library. */
  pictures?: readonly MediaImage[];
  mainCategory: string | undefined;
};

/** The `sizes` of a place's image in lists and on its own page. */
export const CARD_SIZES = "(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, 92vw";
export const DETAIL_SIZES = "(min-width: 60rem) 60rem, 100vw";

/** The image of a place and, as its fallback, the illustration of its category. R79 */
export function imageSources({ id, imageUrl, pictures, mainCategory }: ImageInput): ImageSource[] {
  const scene = placeIllustration(id, mainCategory);
  return isImageUrl(imageUrl) ? [findImageSource(imageUrl.trim(), pictures), scene] : [scene];
}

/** The main image and the gallery, without duplicates and links to maps. R78 */
export function photoSources({
  imageUrl,
  gallery,
  pictures,
}: Pick<PlaceResponse, "imageUrl" | "gallery"> & { pictures?: readonly MediaImage[] }): ImageSource[] {
  const urls = [imageUrl, ...gallery].filter(isImageUrl).map((url) => url.trim());
  return [...new Set(urls)].map((url) => findImageSource(url, pictures));
}
