import type { ImageResponse } from "@karst/client";
import { pick } from "@/lib/pick";

const FIELDS = ["url", "width", "height", "widths", "thumbhash", "color", "alt", "focalX", "focalY"] as const;

/** The fields of an image of the guide that the browser needs. */
export type MediaImage = Pick<ImageResponse, (typeof FIELDS)[number]>;

/** A URL or an image of the guide. */
export type ImageSource = string | MediaImage;

export function sourceUrl(source: ImageSource): string {
  return typeof source === "string" ? source : source.url;
}

/** Drops the other fields. */
export const toMediaImage = (image: MediaImage): MediaImage => pick(image, FIELDS);

/** The `srcset` of an image. */
export function srcSet({ url, widths }: Pick<MediaImage, "url" | "widths">): string {
  const stem = url.replace(/\.jpg$/, "");
  return widths.map((width) => `${stem}-${width}.webp ${width}w`).join(", ");
}

/** The image of the guide with this URL, otherwise the URL itself. */
export function findImageSource(url: string, images: readonly MediaImage[] = []): ImageSource {
  const image = images.find((candidate) => candidate.url === url);
  return image ? toMediaImage(image) : url;
}

/** The text alternative of an image of the guide, `fallback` for a URL. */
export function imageAlt(source: ImageSource, fallback: string): string {
  return typeof source === "string" ? fallback : source.alt;
}
