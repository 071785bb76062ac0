import type { Metadata } from "next";
import { currentLocale } from "@karst/web/messages";
import { IMAGE_HEIGHT, IMAGE_WIDTH, socialImageUrl, type SocialImage } from "@/og-image/socialImage";
import { FEED_PATH } from "@/articles/feed";
import { t } from "@/messages/layout.gen";
import { siteImage, type SiteImageSettings } from "./siteImage";

type Page = {
  /** The path of the canonical URL. */
  path: string;
  title: string;
  description: string | undefined;
  /** The content of the page's social image; the guide's own image if missing. */
  card?: SocialImage;
  /** The page lists the articles of the feed, so it links to it. */
  hasFeed?: boolean;
  /** For articles; times are RFC 3339. */
  article?: { publishedTime: string; modifiedTime: string; authors: string[]; tags: string[] };
};

/** Canonical URL, Open Graph and Twitter tags of a page. */
export function pageMetadata(
  settings: SiteImageSettings,
  { path, title, description, card, hasFeed, article }: Page,
): Metadata {
  const image = {
    url: card ? socialImageUrl(path, card) : socialImageUrl("/", siteImage(settings)),
    width: IMAGE_WIDTH,
    height: IMAGE_HEIGHT,
    alt: card ? [card.title, card.kind].filter(Boolean).join(", ") : settings.brand,
    type: "image/jpeg",
  };
  const shared = {
    siteName: settings.brand,
    locale: openGraphLocale(),
    url: path,
    title,
    description,
    images: [image],
  };
  return {
    alternates: { canonical: path, ...(hasFeed && { types: feedLink(settings.brand) }) },
    openGraph: article ? { type: "article", ...shared, ...article } : { type: "website", ...shared },
    twitter: { card: "summary_large_image", title, description, images: [image] },
  };
}

/** The title of Home, and of pages without their own. */
export function siteTitle({ brand, tagline }: Pick<SiteImageSettings, "brand" | "tagline">): string {
  return tagline ? `${brand}: ${tagline}` : brand;
}

/** The language with its region, as Open Graph writes it: `en_US`. */
function openGraphLocale(): string {
  const { language, region } = new Intl.Locale(currentLocale()).maximize();
  return `${language}_${region}`;
}

function feedLink(brand: string) {
  return { "application/atom+xml": [{ url: FEED_PATH, title: t("feed", { brand }) }] };
}
