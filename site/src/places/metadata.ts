import type { Metadata } from "next";
import type { PlaceResponse, SettingsResponse } from "@karst/client";
import { placePath } from "@/lib/paths";
import { excerpt } from "@/lib/text";
import type { SiteImageSettings } from "@/layout/siteImage";
import { pageMetadata } from "@/layout/pageMetadata";
import { placeTexts } from "@/texts/place";
import { placeCard } from "./placeImage";

/** What the head of a place's page says, for search engines and for whoever is sent a link. */
export function placeMetadata(
  place: PlaceResponse,
  region: SiteImageSettings & Pick<SettingsResponse, "regionName">,
): Metadata {
  const description =
    excerpt(place.description, 160) ??
    placeTexts.about(place.name, place.categories[0]?.name, region.regionName);
  return {
    title: place.name,
    description,
    ...pageMetadata(region, {
      path: placePath(place.slug),
      title: place.name,
      description,
      card: placeCard(place, region),
    }),
  };
}
