import type { PlaceResponse } from "@karst/client";
import { isImageUrl } from "@/lib/links";
import { illustrationPath } from "@/lib/paths";
import { kindOf } from "@/illustrations/kinds";
import { findImageSource, type MediaImage, type ImageSource } from "@/ui/imageSource";

type Pictured = {
  id: number;
  imageUrl?: string | null;
  /** What is known of the guide's own pictures among the place's. */
  pictures?: readonly MediaImage[];
  mainCategory: string | undefined;
};

/** How wide a place's picture is shown: in lists, and where the place is told of as a whole. */
export const CARD_SIZES = "(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, 92vw";
export const DETAIL_SIZES = "(min-width: 60rem) 60rem, 100vw";

/**
 * The sources of a place's image in order: its own, then the illustration of its category, which is the same each time.
 * If all fail, the frame shows a map pin.
 */
export function pictureSources({ id, imageUrl, pictures, mainCategory }: Pictured): ImageSource[] {
  const scene = illustrationPath(kindOf(mainCategory), id);
  return isImageUrl(imageUrl) ? [findImageSource(imageUrl.trim(), pictures), scene] : [scene];
}

/** The photographs of a place's own page: the main one and the gallery, without repeats and what is no picture. */
export function photographs({
  imageUrl,
  gallery,
  pictures,
}: Pick<PlaceResponse, "imageUrl" | "gallery"> & { pictures?: readonly MediaImage[] }): ImageSource[] {
  const addresses = [imageUrl, ...gallery].filter(isImageUrl).map((address) => address.trim());
  return [...new Set(addresses)].map((address) => findImageSource(address, pictures));
}
