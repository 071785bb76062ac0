import type { ImageResponse } from "@karst/client";

/** What the browser needs of one of the guide's own pictures. */
export type MediaImage = Pick<
  ImageResponse,
  "url" | "width" | "height" | "widths" | "thumbhash" | "color" | "alt" | "focalX" | "focalY"
>;

/** Where a picture is: an address, or one of the guide's own with all that is known of it. */
export type ImageSource = string | MediaImage;

/** The address of a source. */
export function sourceUrl(source: ImageSource): string {
  return typeof source === "string" ? source : source.url;
}

/** No more than the browser needs: what a page carries of a picture goes over the wire twice. */
export function toMediaImage({
  url,
  width,
  height,
  widths,
  thumbhash,
  color,
  alt,
  focalX,
  focalY,
}: MediaImage): MediaImage {
  return { url, width, height, widths, thumbhash, color, alt, focalX, focalY };
}

/** The files of a picture by width, as `srcset` has them. */
export function srcSet({ url, widths }: Pick<MediaImage, "url" | "widths">): string {
  const stem = url.replace(/\.jpg$/, "");
  return widths.map((width) => `${stem}-${width}.webp ${width}w`).join(", ");
}

/** The source at an address: the guide's own picture, if it is one of these. */
export function findImageSource(address: string, pictures: readonly MediaImage[] = []): ImageSource {
  const found = pictures.find(({ url }) => url === address);
  return found ? toMediaImage(found) : address;
}

/** What a picture is called for whoever does not see it: what an editor said of it, or else `otherwise`. */
export function imageAlt(source: ImageSource, otherwise: string): string {
  return typeof source === "string" ? otherwise : source.alt;
}
