import type { PlaceResponse, SettingsResponse } from "@karst/client";
import { pickBackground, type SocialImage } from "@/og-image/socialImage";
import { photographs, pictureSources } from "./picture";

/** What the picture of a place's page shows. */
export function placeCard(
  place: PlaceResponse,
  { brand, regionLine }: Pick<SettingsResponse, "brand" | "regionLine">,
): SocialImage {
  const main = place.categories[0];
  const hasOtherName = place.localName && place.localName !== place.name;
  return {
    title: place.name,
    subtitle: [hasOtherName && place.localName, regionLine].filter(Boolean).join(" · "),
    kind: main?.name ?? "",
    color: main?.color ?? "#ffffff",
    brand,
    background: pickBackground([
      ...photographs(place),
      ...pictureSources({ ...place, imageUrl: null, mainCategory: main?.slug }),
    ]),
  };
}
