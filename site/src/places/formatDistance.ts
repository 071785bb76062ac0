import { t } from "@/messages/placeCard.gen";

/**
 * A distance in words. Below 100 m two points may be the one that a village shares, so there is no number. An approximate
 * location has an approximate distance: a cave may have the coordinates of a village far away.
 */
export function formatDistance(km: number, isApproximate: boolean): string {
  const kilometers = km.toFixed(km < 10 ? 1 : 0);
  if (isApproximate) {
    return km < 1 ? t("distances.inArea") : t("distances.aboutKilometers", { kilometers });
  }
  if (km < 0.1) return t("distances.near");
  return km < 1
    ? t("distances.meters", { meters: Math.round(km * 10) * 100 })
    : t("distances.kilometers", { kilometers });
}
