import type { PlaceView } from "@karst/client";
import { placeTexts } from "@/texts/place";
import { isApproximate } from "./summary";

/** What is known of a place's point, as a place or its summary says it. */
type Known = { isVerified?: boolean; isApproximate?: boolean };

/**
 * What the guide says of where a place is: one statement, the same in a card, in the dialog and on the page. Somebody
 * may have made sure where a place is although its marker stands only near it; saying both apart would contradict.
 * Null where there is nothing to say. Source: decisions, section 6.
 */
export function locationClaim({ isVerified, isApproximate }: Known): string | null {
  if (isVerified) return isApproximate ? placeTexts.verifiedNearby : placeTexts.verified;
  return isApproximate ? placeTexts.approximate : null;
}

/** The same of a whole place. */
export function locationClaimOf(
  place: Pick<PlaceView, "isVerified" | "coordinateConfidence">,
): string | null {
  return locationClaim({ isVerified: place.isVerified, isApproximate: isApproximate(place) });
}
