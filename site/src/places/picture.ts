import type { PlaceView } from "@karst/client";
import { isPictureAddress } from "@/kit/links";
import { scenePath } from "@/kit/paths";
import { kindOf } from "@/scenes/kinds";

type Pictured = { id: number; imageUrl?: string | null; mainCategory: string | undefined };

/**
 * Addresses to try for a place's picture, in order: its own, then the illustration of its category, which is the same
 * each time. When all fail the frame shows a map pin. Source: specification, section 4, "Image fallbacks".
 */
export function pictureSources({ id, imageUrl, mainCategory }: Pictured): string[] {
  const scene = scenePath(kindOf(mainCategory), id);
  return isPictureAddress(imageUrl) ? [imageUrl.trim(), scene] : [scene];
}

/** The photographs of a place's own page: the main one and the gallery, without repeats and what is no picture. */
export function photographs({ imageUrl, gallery }: Pick<PlaceView, "imageUrl" | "gallery">): string[] {
  return [...new Set([imageUrl, ...gallery].filter(isPictureAddress).map((address) => address.trim()))];
}
