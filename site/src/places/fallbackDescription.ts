import type { PlaceResponse } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/place.gen";

/** Replaces a missing description. */
export function fallbackDescription(
  { name: rawName, categories }: Pick<PlaceResponse, "name" | "categories">,
  region: string,
): string {
  const name = isolateBidi(rawName);
  const category = categories[0] && isolateBidi(categories[0].name);
  if (category) {
    return region
      ? t("about.categoryAndRegion", { name, category, region })
      : t("about.category", { name, category });
  }
  return region ? t("about.region", { name, region }) : t("about.name", { name });
}
