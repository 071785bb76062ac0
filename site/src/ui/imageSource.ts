import type { ImageResponse } from "@karst/client";

/** What the browser needs of one of the guide's own pictures. */
export type OwnPicture = Pick<
  ImageResponse,
  "url" | "width" | "height" | "widths" | "thumbhash" | "color" | "alt" | "focalX" | "focalY"
>;

/** Where a picture is: an address, or one of the guide's own with all that is known of it. */
export type Source = string | OwnPicture;

/** The address of a source. */
export function addressOf(source: Source): string {
  return typeof source === "string" ? source : source.url;
}

/** No more than the browser needs: what a page carries of a picture goes over the wire twice. */
export function own({
  url,
  width,
  height,
  widths,
  thumbhash,
  color,
  alt,
  focalX,
  focalY,
}: OwnPicture): OwnPicture {
  return { url, width, height, widths, thumbhash, color, alt, focalX, focalY };
}

/** The files of a picture by width, as `srcset` has them. */
export function srcSet({ url, widths }: Pick<OwnPicture, "url" | "widths">): string {
  const stem = url.replace(/\.jpg$/, "");
  return widths.map((width) => `${stem}-${width}.webp ${width}w`).join(", ");
}

/** The source at an address: the guide's own picture, if it is one of these. */
export function sourceAt(address: string, pictures: readonly OwnPicture[] = []): Source {
  const found = pictures.find(({ url }) => url === address);
  return found ? own(found) : address;
}

/** What a picture is called for whoever does not see it: what an editor said of it, or else `otherwise`. */
export function altOf(source: Source, otherwise: string): string {
  return typeof source === "string" ? otherwise : source.alt;
}
