import type { PlaceResponse } from "@karst/client";
import { monthOf } from "@/lib/dates";
import { t } from "@/messages/placeCard.gen";
import { isApproximate } from "./summary";

type LocationFacts = {
  isVerified?: boolean;
  isApproximate?: boolean;
  /** The month of the check, which cards omit. */
  checkedMonth?: string;
};

/**
 * How reliable the location is, in one label: a location may be verified although its marker is approximate, and two
 * labels would contradict each other. Null if there is nothing to say.
 */
export function locationLabel({ isVerified, isApproximate, checkedMonth }: LocationFacts): string | null {
  if (!isVerified) return isApproximate ? t("location.approximate") : null;
  if (!checkedMonth) return t(isApproximate ? "location.verifiedApproximate" : "location.verified");
  return t(isApproximate ? "location.verifiedInApproximate" : "location.verifiedIn", { month: checkedMonth });
}

/** The label with the month of the check. */
export function placeLocationLabel(
  place: Pick<PlaceResponse, "isVerified" | "checkedAt" | "coordinateConfidence">,
  timeZone: string,
): string | null {
  const checkedMonth = place.checkedAt ? monthOf(place.checkedAt, timeZone) : undefined;
  return locationLabel({ isVerified: place.isVerified, isApproximate: isApproximate(place), checkedMonth });
}
