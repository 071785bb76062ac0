import type { SettingsResponse } from "@karst/client";
import { pickBackground, type SocialImage } from "@/og-image/socialImage";
import { findImageSource } from "@/ui/imageSource";

/** The settings that the image shows. */
export type SiteImageSettings = Pick<
  SettingsResponse,
  "brand" | "tagline" | "regionLine" | "imageUrl" | "pictures"
>;

/** The social image of every page without its own: the guide's name, with the region's image if there is one. */
export function siteImage(settings: SiteImageSettings): SocialImage {
  const { brand, tagline, regionLine, imageUrl, pictures } = settings;
  return {
    title: tagline || brand,
    subtitle: "",
    kind: regionLine,
    color: "#f2b134",
    brand,
    background: pickBackground([
      ...(imageUrl ? [findImageSource(imageUrl.trim(), pictures)] : []),
      FALLBACK_SCENE,
    ]),
  };
}

const FALLBACK_SCENE = "/scenes/hero-dusk.svg";
