import type { PlaceResponse } from "@karst/client";
import { isPictureAddress } from "@/lib/links";
import { scenePath } from "@/lib/paths";
import { kindOf } from "@/illustrations/kinds";
import { sourceAt, type OwnPicture, type Source } from "@/ui/imageSource";

type ImageInput = {
  id: number;
  imageUrl?: string | null;
  /** Details of the images that are in the media library. */
  pictures?: readonly OwnPicture[];
  mainCategory: string | undefined;
};

/** The `sizes` of a place's image in lists and on its own page. */
export const CARD_SIZES = "(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, 92vw";
export const DETAIL_SIZES = "(min-width: 60rem) 60rem, 100vw";

/** The image of a place and, as its fallback, the illustration of its category. R79 */
export function imageSources({ id, imageUrl, pictures, mainCategory }: ImageInput): Source[] {
  const scene = scenePath(kindOf(mainCategory), id);
  return isPictureAddress(imageUrl) ? [sourceAt(imageUrl.trim(), pictures), scene] : [scene];
}

/** The main image and the gallery, without duplicates and links to maps. R78 */
export function photoSources({
  imageUrl,
  gallery,
  pictures,
}: Pick<PlaceResponse, "imageUrl" | "gallery"> & { pictures?: readonly OwnPicture[] }): Source[] {
  const urls = [imageUrl, ...gallery].filter(isPictureAddress).map((url) => url.trim());
  return [...new Set(urls)].map((url) => sourceAt(url, pictures));
}
