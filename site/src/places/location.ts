import type { PlaceResponse } from "@karst/client";
import { monthOf } from "@/lib/dates";
import { placeTexts } from "@/texts/place";
import { isApproximate } from "./summary";

/** What is known of a place's point, as a place or its summary says it. */
type Known = {
  isVerified?: boolean;
  isApproximate?: boolean;
  /** The month of the check; a card does not say it. */
  checked?: string;
};

/**
 * What the guide says of where a place is: one statement, the same in a card, in the dialog and on the page. Somebody
 * may have made sure where a place is although its marker stands only near it; saying both apart would contradict.
 * Null where there is nothing to say. Source: decisions, section 6.
 */
export function locationClaim({ isVerified, isApproximate, checked }: Known): string | null {
  if (!isVerified) return isApproximate ? placeTexts.approximate : null;
  const verified = placeTexts.verified(checked);
  return isApproximate ? `${verified}, ${placeTexts.markerApproximate}` : verified;
}

/** The same of a whole place, with the month of its check where that is known. */
export function locationClaimOf(
  place: Pick<PlaceResponse, "isVerified" | "checkedAt" | "coordinateConfidence">,
  timeZone: string,
): string | null {
  const checked = place.checkedAt ? monthOf(place.checkedAt, timeZone) : undefined;
  return locationClaim({ isVerified: place.isVerified, isApproximate: isApproximate(place), checked });
}
