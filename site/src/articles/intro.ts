import { t } from "@/messages/inspiration.gen";

/** The introduction of the article list, and its description for search engines. The region's name may be blank. */
export function inspirationIntro(region: string): string {
  return region ? t("intro", { region }) : t("introWithoutRegion");
}
