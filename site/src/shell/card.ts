import type { SettingsView } from "@karst/client";
import type { Card } from "@/social/card";

/** What the picture of every other page shows: the guide. */
export function guideCard({
  brand,
  tagline,
  regionLine,
}: Pick<SettingsView, "brand" | "tagline" | "regionLine">): Card {
  return {
    title: tagline || brand,
    line: "",
    kind: regionLine,
    color: "#f2b134",
    brand,
    picture: HERO,
  };
}

const HERO = "/scenes/hero-dusk.svg";
