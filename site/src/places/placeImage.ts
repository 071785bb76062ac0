import type { PlaceResponse, SettingsResponse } from "@karst/client";
import { imageSources, photoSources } from "./images";
import { pickBackground, type SocialImage } from "@/og-image/socialImage";

/** The content of the social image of a place. */
export function placeImage(
  place: PlaceResponse,
  { brand, regionLine }: Pick<SettingsResponse, "brand" | "regionLine">,
): SocialImage {
  const main = place.categories[0];
  const hasLocalName = place.localName && place.localName !== place.name;
  return {
    title: place.name,
    subtitle: [hasLocalName && place.localName, regionLine].filter(Boolean).join(" · "),
    kind: main?.name ?? "",
    color: main?.color ?? "#ffffff",
    brand,
    background: pickBackground([
      ...photoSources(place),
      ...imageSources({ ...place, imageUrl: null, mainCategory: main?.slug }),
    ]),
  };
}
