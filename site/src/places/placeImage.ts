import type { PlaceResponse, SettingsResponse } from "@karst/client";
import { cardPicture, type Card } from "@/og-image/card";
import { imageSources, photoSources } from "./images";

/** The content of the social image of a place. */
export function placeImage(
  place: PlaceResponse,
  { brand, regionLine }: Pick<SettingsResponse, "brand" | "regionLine">,
): Card {
  const main = place.categories[0];
  const hasLocalName = place.localName && place.localName !== place.name;
  return {
    title: place.name,
    line: [hasLocalName && place.localName, regionLine].filter(Boolean).join(" · "),
    kind: main?.name ?? "",
    color: main?.color ?? "#ffffff",
    brand,
    picture: cardPicture([
      ...photoSources(place),
      ...imageSources({ ...place, imageUrl: null, mainCategory: main?.slug }),
    ]),
  };
}
