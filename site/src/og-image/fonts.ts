import { readFile } from "node:fs/promises";
import type { Font } from "satori";

/** The fonts of social images. A family has files for different scripts: a word like "Đoòng" needs two of them. */
const FILES = {
  title: [
    new URL("@fontsource/fraunces/files/fraunces-latin-600-normal.woff", import.meta.url),
    new URL("@fontsource/fraunces/files/fraunces-vietnamese-600-normal.woff", import.meta.url),
    new URL("@fontsource/fraunces/files/fraunces-latin-ext-600-normal.woff", import.meta.url),
  ],
  text: [
    new URL("@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-600-normal.woff", import.meta.url),
    new URL("@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-600-normal.woff", import.meta.url),
    new URL("@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-600-normal.woff", import.meta.url),
  ],
};

/** The names of a family's files, in the order in which a character is looked up. */
export const TITLE_FAMILY = fontNames("title");
export const TEXT_FAMILY = fontNames("text");

let fontsPromise: Promise<Font[]> | undefined;

/** Reads all font files once. */
export function loadFonts(): Promise<Font[]> {
  fontsPromise ??= Promise.all(
    Object.entries(FILES).flatMap(([family, files]) =>
      files.map(async (file, index): Promise<Font> => ({
        name: `${family}${index}`,
        weight: 600,
        style: "normal",
        data: await readFile(file),
      })),
    ),
  );
  return fontsPromise;
}

function fontNames(family: keyof typeof FILES): string {
  return FILES[family].map((_, index) => `${family}${index}`).join(", ");
}
