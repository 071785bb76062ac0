import type { Metadata } from "next";
import type { SettingsView } from "@karst/client";

type Page = {
  /** The page's canonical address, as a path. */
  path: string;
  title: string;
  description: string | undefined;
  /** A picture of what the page is about; without one the guide's own. */
  image?: { url: string; alt: string };
};

/** Canonical address, Open Graph and Twitter tags of a page: what a link to it looks like elsewhere. */
export function social(
  { brand }: Pick<SettingsView, "brand">,
  { path, title, description, image }: Page,
): Metadata {
  const images = [image ?? { url: "/social.jpg", width: 1200, height: 630, alt: "" }];
  return {
    alternates: { canonical: path },
    openGraph: { type: "website", siteName: brand, locale: "en_US", url: path, title, description, images },
    twitter: { card: "summary_large_image", title, description, images },
  };
}
