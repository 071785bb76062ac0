import type { Metadata } from "next";
import type { SettingsView } from "@karst/client";

type Page = {
  /** The page's canonical address, as a path. */
  path: string;
  title: string;
  description: string | undefined;
  /** A picture of what the page is about; without one the guide's own. */
  image?: { url: string; alt: string };
  /** The page is something that somebody wrote: times are RFC 3339. */
  article?: { publishedTime: string; modifiedTime: string; authors: string[]; tags: string[] };
};

/** Canonical address, Open Graph and Twitter tags of a page: what a link to it looks like elsewhere. */
export function social(
  { brand }: Pick<SettingsView, "brand">,
  { path, title, description, image, article }: Page,
): Metadata {
  const images = [image ?? { url: "/social.jpg", width: 1200, height: 630, alt: "" }];
  const shared = { siteName: brand, locale: "en_US", url: path, title, description, images };
  return {
    alternates: { canonical: path },
    openGraph: article ? { type: "article", ...shared, ...article } : { type: "website", ...shared },
    twitter: { card: "summary_large_image", title, description, images },
  };
}
