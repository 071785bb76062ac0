import { rules } from "@karst/client/rules";
import type { PlaceText } from "./shape";

export type Field = keyof PlaceText;
export type Tab = "information" | "media" | "booking" | "rating";

/** The fields of each tab, to count errors and to find the tab to open for one. */
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
    "goodMonths",
    "closedMonths",
    "priceRange",
    "prices",
    "tags",
    "amenities",
    "featuredText",
    "sources",
    "lastSeenYear",
    "checks",
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
    "unpublishAt",
    "ownerId",
  ],
  rating: ["rating", "ratingSource", "reviewCount", "reviews"],
};

export const TABS = Object.keys(FIELDS) as Tab[];

/** Fields that only an administrator sets. */
export const ADMIN_FIELDS: readonly Field[] = [
  "isActive",
  "isVerified",
  "isPremium",
  "isRecommended",
  "unpublishAt",
  "ownerId",
  "rating",
  "ratingSource",
  "reviewCount",
  "coordinateConfidence",
  "sources",
  "lastSeenYear",
];

/** Whether the API accepts this field. */
export function isWritable(field: string): boolean {
  const rule = rules.PlaceRequest.properties?.[field];
  return rule !== undefined && rule.readOnly !== true;
}

export const isRequired = (field: string): boolean => rules.PlaceRequest.required?.includes(field) ?? false;

/** The tab of a field; the first tab for errors without an input. */
export const tabOf = (field: string): Tab =>
  TABS.find((tab) => (FIELDS[tab] as readonly string[]).includes(field)) ?? "information";
