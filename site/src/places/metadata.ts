import type { Metadata } from "next";
import type { PlaceResponse, SettingsResponse } from "@karst/client";
import { placePath } from "@/lib/paths";
import { excerpt } from "@/lib/text";
import type { Guide } from "@/layout/siteImage";
import { social } from "@/layout/socialLinks";
import { placeTexts } from "@/texts/place";
import { placeImage } from "./placeImage";

export function placeMetadata(
  place: PlaceResponse,
  region: Guide & Pick<SettingsResponse, "regionName">,
): Metadata {
  const description =
    excerpt(place.description, 160) ??
    placeTexts.about(place.name, place.categories[0]?.name, region.regionName);
  return {
    title: place.name,
    description,
    ...social(region, {
      path: placePath(place.slug),
      title: place.name,
      description,
      card: placeImage(place, region),
    }),
  };
}
