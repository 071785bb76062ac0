import { createHash } from "node:crypto";
import { sourceUrl, type MediaImage, type ImageSource } from "@/ui/imageSource";

/** What the picture of a page shows: chats and feeds put it beside a link to the page. */
export type SocialImage = {
  title: string;
  /** A smaller line under the title; blank for none. */
  line: string;
  /** What kind of thing the page is about, and the colour it has on the map. */
  kind: string;
  color: string;
  brand: string;
  /** A scene's path, or one of the guide's own photographs. */
  picture: string | MediaImage;
};

/** In pixels: what Facebook, WhatsApp and the others ask for. */
export const IMAGE_WIDTH = 1200;
export const IMAGE_HEIGHT = 630;

/** Counts the looks that cards have had: with a new one every chat fetches them anew. */
const LOOK = 1;

/**
 * Where the picture of the page at `path` is. Chats keep a picture by its address for months, so the address changes
 * with what is to be seen.
 */
export function socialImageUrl(path: string, card: SocialImage): string {
  const { picture, ...words } = card;
  const seen = JSON.stringify([LOOK, words, sourceUrl(picture)]);
  const digest = createHash("sha256").update(seen).digest("hex").slice(0, 12);
  return `${path === "/" ? "" : path}/social.jpg?v=${digest}`;
}

/**
 * Of the pictures that the page would try, the first that a card can have: the guide's own, or a scene. What lies
 * elsewhere is never fetched by this server.
 */
export function pickBackground(sources: readonly ImageSource[]): string | MediaImage {
  return sources.find((source) => typeof source !== "string" || source.startsWith("/scenes/"))!;
}
