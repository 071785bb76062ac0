import type { Metadata } from "next";
import type { PlaceResponse, SettingsResponse } from "@karst/client";
import { placePath } from "@/lib/paths";
import { excerpt } from "@karst/web/text";
import type { SiteImageSettings } from "@/layout/siteImage";
import { pageMetadata } from "@/layout/pageMetadata";
import { fallbackDescription } from "./fallbackDescription";
import { placeImage } from "./placeImage";

export function placeMetadata(
  place: PlaceResponse,
  region: SiteImageSettings & Pick<SettingsResponse, "regionName">,
): Metadata {
  const description = excerpt(place.description, 160) ?? fallbackDescription(place, region.regionName);
  return {
    title: place.name,
    description,
    ...pageMetadata(region, {
      path: placePath(place.slug),
      title: place.name,
      description,
      card: placeImage(place, region),
    }),
  };
}
