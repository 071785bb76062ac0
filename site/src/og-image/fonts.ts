import { readFile } from "node:fs/promises";
import type { Font } from "satori";

/**
 * The guide's letters for drawing. A family comes in parts that hold different letters: a word like "Đoòng" takes its
 * letters from two of them.
 */
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

/** A family's parts in the order in which a letter is looked for. */
export const TITLE_FAMILY = names("title");
export const TEXT_FAMILY = names("text");

let reading: Promise<Font[]> | undefined;

/** Every part, read once. */
export function loadFonts(): Promise<Font[]> {
  reading ??= Promise.all(
    Object.entries(FILES).flatMap(([family, files]) =>
      files.map(async (file, at): Promise<Font> => ({
        name: `${family}${at}`,
        weight: 600,
        style: "normal",
        data: await readFile(file),
      })),
    ),
  );
  return reading;
}

function names(family: keyof typeof FILES): string {
  return FILES[family].map((_, at) => `${family}${at}`).join(", ");
}
