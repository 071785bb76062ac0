import { isolateBidi } from "@/lib/bidi";
import type { PlaceResponse } from "@karst/client";
import { counted } from "@/lib/text";

type RatingSource = NonNullable<PlaceResponse["ratingSource"]>;

const RATED_AT: Record<RatingSource, string> = {
  google: "on Google",
  booking: "on Booking.com",
  agoda: "on Agoda",
  tripadvisor: "on Tripadvisor",
  facebook: "on Facebook",
  guide: "in this guide",
};

/** Ratings without a source are older than the field; they were read on Google. */
function ratedAt(source: RatingSource | null): string {
  return RATED_AT[source ?? "google"];
}

export const placeTexts = {
  breadcrumbs: "You are here",
  /** With the month of the check, if known. It is about the position, not about whether the place is open. */
  verified: (month?: string) => (month ? `Location verified ${month}` : "Location verified"),
  /** The location was verified, but the marker is only near it. */
  markerApproximate: "marker approximate",
  /** Replaces a missing description. */
  about: (name: string, category: string | undefined, region: string) =>
    `${isolateBidi(name)} is ${category ? `listed under ${isolateBidi(category)}` : "one of the places"} ${region ? `around ${region}` : "in this guide"}. ` +
    "Nobody has written more about it yet; the map below shows where it is.",
  facts: "Good to know",
  address: "Address",
  phone: "Phone",
  hours: "Opening hours",
  price: "Price",
  commune: "Commune",
  lastSeen: "Last confirmed open",
  asOf: (year: number) => `as of ${year}`,
  reviews: (count: number, source: RatingSource | null) => `${counted(count, "review")} • ${ratedAt(source)}`,
  ratedAt,
  website: "Visit Website",
  booking: {
    direct: "Book Directly",
    affiliate: "Book Now",
    on: (target: string) => `Book on ${target}`,
  },
  location: "Location",
  viewOn: (target: string) => `View on ${target}`,
  directions: "Get Directions",
  approximate: "Location approximate",
  approximateHint: {
    approximate: "The marker stands near the place, not exactly on it.",
    "village-level": "The marker stands in the right village; ask for the exact spot when you are there.",
  },
  sources: "Where this comes from",
  close: "Close",
  closeDialog: "Close place",
  picture: (name: string) => `Illustration for ${isolateBidi(name)}`,
  pictures: (name: string) => `Pictures of ${isolateBidi(name)}`,
  previousPicture: "Previous picture",
  nextPicture: "Next picture",
  allPhotos: "View all photos",
  noPhotos: "No photos available",
  closeGallery: "Close photos",
  thumbnails: "All photos",
  showPicture: (nth: number) => `Show photo ${nth}`,
  credit: (who: string) => `Photo: ${isolateBidi(who)}`,
  nearby: "Nearby",
  nearbyNote: "Distances as the crow flies; minutes are about right for the ways there are.",
  minutes: {
    walk: (minutes: number) => `about ${minutes} min on foot`,
    ride: (minutes: number) => `about ${minutes} min by motorbike`,
  },
} as const;
