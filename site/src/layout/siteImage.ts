import type { SettingsResponse } from "@karst/client";
import { cardPicture, type Card } from "@/og-image/card";
import { sourceAt } from "@/ui/imageSource";

/** What of the settings is in it. */
export type Guide = Pick<SettingsResponse, "brand" | "tagline" | "regionLine" | "imageUrl" | "pictures">;

/** What the picture of every other page shows: the guide, with the region's own photograph if there is one. */
export function siteImage(region: Guide): Card {
  const { brand, tagline, regionLine, imageUrl, pictures } = region;
  return {
    title: tagline || brand,
    line: "",
    kind: regionLine,
    color: "#f2b134",
    brand,
    picture: cardPicture([...(imageUrl ? [sourceAt(imageUrl.trim(), pictures)] : []), HERO]),
  };
}

const HERO = "/scenes/hero-dusk.svg";
