import type { Metadata } from "next";
import { IMAGE_HEIGHT, IMAGE_WIDTH, socialImageUrl, type SocialImage } from "@/og-image/socialImage";
import { FEED_PATH } from "@/articles/feed";
import { shellTexts } from "@/texts/shell";
import { guideCard, type Guide } from "./siteImage";

type Page = {
  /** The page's canonical address, as a path. */
  path: string;
  title: string;
  description: string | undefined;
  /** What the picture of the page shows; without one it is the guide's own. */
  card?: SocialImage;
  /** The page shows what the feed tells of. */
  hasFeed?: boolean;
  /** The page is something that somebody wrote: times are RFC 3339. */
  article?: { publishedTime: string; modifiedTime: string; authors: string[]; tags: string[] };
};

/** Canonical address, Open Graph and Twitter tags of a page: what a link to it looks like elsewhere. */
export function social(region: Guide, { path, title, description, card, hasFeed, article }: Page): Metadata {
  const image = {
    url: card ? socialImageUrl(path, card) : socialImageUrl("/", guideCard(region)),
    width: IMAGE_WIDTH,
    height: IMAGE_HEIGHT,
    alt: card ? [card.title, card.kind].filter(Boolean).join(", ") : region.brand,
    type: "image/jpeg",
  };
  const shared = { siteName: region.brand, locale: "en_US", url: path, title, description, images: [image] };
  return {
    alternates: { canonical: path, ...(hasFeed && { types: feed(region.brand) }) },
    openGraph: article ? { type: "article", ...shared, ...article } : { type: "website", ...shared },
    twitter: { card: "summary_large_image", title, description, images: [image] },
  };
}

function feed(brand: string) {
  return { "application/atom+xml": [{ url: FEED_PATH, title: shellTexts.feed(brand) }] };
}
