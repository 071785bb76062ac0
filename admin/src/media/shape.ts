import type { MediaChanges, MediaResponse } from "@karst/client";
import { textOrNull } from "../kit/typed";

/** The form values of an image. */
export interface MediaText {
  alt: string;
  isDecorative: boolean;
  caption: string;
  credit: string;
  licence: string;
  focalX: number;
  focalY: number;
}

export const toText = (picture: Partial<MediaResponse>): MediaText => ({
  alt: picture.alt ?? "",
  isDecorative: picture.isDecorative ?? false,
  caption: picture.caption ?? "",
  credit: picture.credit ?? "",
  licence: picture.licence ?? "",
  focalX: picture.focalX ?? 0.5,
  focalY: picture.focalY ?? 0.5,
});

export const toChanges = (text: MediaText): MediaChanges => ({
  alt: textOrNull(text.alt),
  isDecorative: text.isDecorative,
  caption: textOrNull(text.caption),
  credit: textOrNull(text.credit),
  licence: textOrNull(text.licence),
  focalX: text.focalX,
  focalY: text.focalY,
});

/** The display name of an image. */
export const nameOf = ({ id, name, alt }: Pick<MediaResponse, "id" | "name" | "alt">) =>
  alt ?? (name || `#${id}`);

/** Whether an image can be used: it has a description or is decorative. */
export const isDescribed = ({ alt, isDecorative }: Pick<MediaResponse, "alt" | "isDecorative">) =>
  isDecorative || alt !== null;

/** The URL of the smallest file that is at least `width` pixels wide. */
export function fileFor({ url, widths }: Pick<MediaResponse, "url" | "widths">, width: number): string {
  const fit = widths.find((one) => one >= width) ?? widths.at(-1);
  return fit === undefined ? url : url.replace(/\.jpg$/, `-${fit}.webp`);
}
