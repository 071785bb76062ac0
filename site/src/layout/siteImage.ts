import type { SettingsResponse } from "@karst/client";
import { pickBackground, type SocialImage } from "@/og-image/socialImage";
import { findImageSource } from "@/ui/imageSource";

/** What of the settings is in it. */
export type Guide = Pick<SettingsResponse, "brand" | "tagline" | "regionLine" | "imageUrl" | "pictures">;

/** What the picture of every other page shows: the guide, with the region's own photograph if there is one. */
export function guideCard(region: Guide): SocialImage {
  const { brand, tagline, regionLine, imageUrl, pictures } = region;
  return {
    title: tagline || brand,
    subtitle: "",
    kind: regionLine,
    color: "#f2b134",
    brand,
    background: pickBackground([...(imageUrl ? [findImageSource(imageUrl.trim(), pictures)] : []), HERO]),
  };
}

const HERO = "/scenes/hero-dusk.svg";
