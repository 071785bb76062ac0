import type { Metadata } from "next";
import type { PlaceView, SettingsView } from "@karst/client";
import { placePath } from "@/kit/paths";
import { excerpt } from "@/kit/text";
import { social } from "@/shell/social";
import { texts } from "@/texts";
import { addressOf, altOf } from "@/ui/source";
import { photographs } from "./picture";

/** What the head of a place's page says, for search engines and for whoever is sent a link. */
export function placeMetadata(
  place: PlaceView,
  region: Pick<SettingsView, "brand" | "regionName">,
): Metadata {
  const description =
    excerpt(place.description, 160) ??
    texts.place.about(place.name, place.categories[0]?.name, region.regionName);
  const [photo] = photographs(place);
  return {
    title: place.name,
    description,
    ...social(region, {
      path: placePath(place.slug),
      title: place.name,
      description,
      ...(photo && { image: { url: addressOf(photo), alt: altOf(photo, place.name) || place.name } }),
    }),
  };
}
