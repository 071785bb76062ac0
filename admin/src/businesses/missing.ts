import type { PlaceRequest } from "@karst/client";

/**
 * The facts of a place that travelers look for, each with the field to enter it and a check whether the place lacks
 * it.
 */
const FACTS = {
  image: { field: "imageUrl", isMissing: ({ imageUrl, gallery }) => !imageUrl && !gallery?.length },
  description: { field: "description", isMissing: ({ description }) => !description },
  hours: { field: "hours", isMissing: ({ hours, operatingHours }) => !hours && !operatingHours },
  // The site shows no email address: it only receives the messages of the inquiry form.
  contact: {
    field: "phone",
    isMissing: ({ phone, website, directBookingContact, enquiryFormEnabled, email, ownerId }) =>
      !phone && !website && !directBookingContact && !(enquiryFormEnabled && (email || ownerId)),
  },
} as const satisfies Record<
  string,
  { field: keyof PlaceRequest; isMissing: (place: Partial<PlaceRequest>) => boolean }
>;

export type Fact = keyof typeof FACTS;

export const FACT_NAMES = Object.keys(FACTS) as Fact[];

/** Whether the place lacks the fact, by the same rule as `GET /api/businesses?missing=`. */
export const lacks = (place: Partial<PlaceRequest>, fact: Fact): boolean => FACTS[fact].isMissing(place);

export const fieldOf = (fact: Fact) => FACTS[fact].field;
