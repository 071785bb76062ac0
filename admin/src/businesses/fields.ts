import { rules } from "@karst/client/rules";
import type { PlaceText } from "./shape";

export type Field = keyof PlaceText;
export type Tab = "information" | "media" | "booking" | "rating";

/** Which tab shows which field: where an error is counted, and where the focus goes for it. */
export const FIELDS: Record<Tab, readonly Field[]> = {
  information: [
    "name",
    "localName",
    "slug",
    "categoryIds",
    "description",
    "latitude",
    "longitude",
    "coordinateConfidence",
    "address",
    "commune",
    "googleMapsUrl",
    "phone",
    "email",
    "website",
  ],
  media: [
    "imageUrl",
    "gallery",
    "operatingHours",
    "hours",
    "priceRange",
    "tags",
    "amenities",
    "featuredText",
    "sources",
    "lastSeenYear",
  ],
  booking: [
    "bookingType",
    "directBookingContact",
    "affiliateLink",
    "bookingComUrl",
    "agodaUrl",
    "enquiryFormEnabled",
    "isActive",
    "isVerified",
    "isPremium",
    "isRecommended",
    "ownerId",
  ],
  rating: ["rating", "ratingSource", "reviewCount", "reviews"],
};

export const TABS = Object.keys(FIELDS) as Tab[];

/** What only an administrator sets: its standing, and the evidence of what was checked. */
export const STANDING: readonly Field[] = [
  "isActive",
  "isVerified",
  "isPremium",
  "isRecommended",
  "ownerId",
  "rating",
  "ratingSource",
  "reviewCount",
  "coordinateConfidence",
  "sources",
  "lastSeenYear",
];

/** Whether the contract takes this field at all: the form shows no input that could not be saved. */
export function isWritable(field: string): boolean {
  const rule = rules.PlaceRequest.properties?.[field];
  return rule !== undefined && rule.readOnly !== true;
}

export const isRequired = (field: string): boolean => rules.PlaceRequest.required?.includes(field) ?? false;

/** The tab of a field; faults that belong to no input are shown on the first. */
export const tabOf = (field: string): Tab =>
  TABS.find((tab) => (FIELDS[tab] as readonly string[]).includes(field)) ?? "information";
