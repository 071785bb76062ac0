import { createHash } from "node:crypto";
import { sourceUrl, type MediaImage, type ImageSource } from "@/ui/imageSource";

/** The content of a social image, which chats and feeds show beside a link to the page. */
export type SocialImage = {
  title: string;
  /** The smaller line under the title; empty for none. */
  subtitle: string;
  /** The category or section of the page, and its color on the map. */
  kind: string;
  color: string;
  brand: string;
  /** The path of an illustration, or an image of the guide. */
  background: string | MediaImage;
};

/** In pixels, as Facebook, WhatsApp and others recommend. */
export const IMAGE_WIDTH = 1200;
export const IMAGE_HEIGHT = 630;

/** Increment when the design changes, so that chats fetch all images again. */
const DESIGN_VERSION = 1;

/** The URL of the social image of a page. Chats cache images by URL for months, so it has a hash of the content. */
export function socialImageUrl(path: string, image: SocialImage): string {
  const { background, ...texts } = image;
  const content = JSON.stringify([DESIGN_VERSION, texts, sourceUrl(background)]);
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return `${path === "/" ? "" : path}/social.jpg?v=${digest}`;
}

/** The first source that a social image can have: an image of the guide or an illustration. Other URLs are never fetched. */
export function pickBackground(sources: readonly ImageSource[]): string | MediaImage {
  return sources.find((source) => typeof source !== "string" || source.startsWith("/scenes/"))!;
}
