import type { PlaceRequest, PlaceResponse, Review } from "@karst/client";
import { linesOf, linesText, listOf, listText, numberOrText, numberText, textOrNull } from "../kit/typed";
import { withPoint } from "../map/coordinates";

/**
 * A place as the form holds it: everything typed is text, so that what stands in an input is exactly what was
 * typed, and becomes a value only when it is checked and sent.
 */
export interface PlaceText {
  name: string;
  localName: string;
  slug: string;
  description: string;
  address: string;
  commune: string;
  phone: string;
  website: string;
  email: string;
  hours: string;
  operatingHours: string;
  imageUrl: string;
  gallery: string;
  latitude: string;
  longitude: string;
  coordinateConfidence: string;
  googleMapsUrl: string;
  categoryIds: number[];
  tags: string;
  amenities: string;
  priceRange: string;
  featuredText: string;
  sources: string;
  lastSeenYear: string;
  bookingType: PlaceResponse["bookingType"];
  affiliateLink: string;
  bookingComUrl: string;
  agodaUrl: string;
  directBookingContact: string;
  enquiryFormEnabled: boolean;
  isActive: boolean;
  isVerified: boolean;
  isPremium: boolean;
  isRecommended: boolean;
  ownerId: string;
  rating: string;
  ratingSource: string;
  reviewCount: string;
  reviews: string;
}

/** The fields that are plain text on both sides; blank text is null on the way out. */
const PLAIN = [
  "localName",
  "description",
  "address",
  "commune",
  "phone",
  "website",
  "email",
  "hours",
  "operatingHours",
  "imageUrl",
  "googleMapsUrl",
  "priceRange",
  "featuredText",
  "affiliateLink",
  "bookingComUrl",
  "agodaUrl",
  "directBookingContact",
  "coordinateConfidence",
  "ownerId",
] as const satisfies readonly (keyof PlaceText & keyof PlaceResponse)[];

/** A place as text for the form; without one, an empty form with the contract's defaults. */
export function toText(place?: Partial<PlaceResponse>): PlaceText {
  const plain = Object.fromEntries(PLAIN.map((field) => [field, place?.[field] ?? ""]));
  return {
    ...(plain as Record<(typeof PLAIN)[number], string>),
    name: place?.name ?? "",
    slug: place?.slug ?? "",
    latitude: numberText(place?.latitude),
    longitude: numberText(place?.longitude),
    gallery: (place?.gallery ?? []).join(", "),
    tags: listText(place?.tags),
    amenities: listText(place?.amenities),
    sources: linesText(place?.sources),
    lastSeenYear: numberText(place?.lastSeenYear),
    categoryIds: categoryIdsOf(place),
    bookingType: place?.bookingType ?? "none",
    enquiryFormEnabled: place?.enquiryFormEnabled ?? false,
    isActive: place?.isActive ?? true,
    isVerified: place?.isVerified ?? false,
    isPremium: place?.isPremium ?? false,
    isRecommended: place?.isRecommended ?? false,
    rating: numberText(place?.rating),
    // A rating from before sources were stored keeps none until somebody chooses one.
    ratingSource: place?.ratingSource ?? (typeof place?.rating === "number" ? "" : "google"),
    reviewCount: numberText(place?.reviewCount ?? 0),
    reviews: place?.reviews?.length ? JSON.stringify(place.reviews, null, 2) : "",
  };
}

/**
 * The text of the form as the API takes it. What cannot be read as its field's type is passed on as it was typed,
 * so that the contract's own sentence is what people see under it.
 */
export function toForm(text: PlaceText): Partial<PlaceRequest> {
  const plain = Object.fromEntries(PLAIN.map((field) => [field, textOrNull(text[field])]));
  const form: Record<string, unknown> = {
    ...plain,
    name: text.name.trim(),
    latitude: numberOrText(withPoint(text.latitude)),
    longitude: numberOrText(withPoint(text.longitude)),
    gallery: addressList(text.gallery),
    tags: listOf(text.tags),
    amenities: listOf(text.amenities),
    sources: linesOf(text.sources),
    lastSeenYear: numberOrText(text.lastSeenYear),
    categoryIds: text.categoryIds,
    bookingType: text.bookingType,
    enquiryFormEnabled: text.enquiryFormEnabled,
    isActive: text.isActive,
    isVerified: text.isVerified,
    isPremium: text.isPremium,
    isRecommended: text.isRecommended,
    rating: numberOrText(text.rating),
    ratingSource: text.rating.trim() === "" ? null : textOrNull(text.ratingSource),
    reviewCount: numberOrText(text.reviewCount) ?? 0,
    reviews: reviewsOf(text.reviews),
    // A place without an address of its own gets one from its name.
    ...(text.slug.trim() && { slug: text.slug.trim() }),
  };
  return form as Partial<PlaceRequest>;
}

/**
 * Comma-separated addresses. A comma may also stand inside one (`https://…/w_200,h_100/cave.jpg`): it separates only
 * where white space, another address or nothing follows.
 */
export function addressList(text: string): string[] {
  const items: string[] = [];
  let continues = false;
  for (const piece of text.split(/(?<=[,\n])/)) {
    const item = piece.replace(/[,\n]$/, "");
    const last = items.at(-1);
    const startsAnew = /^\s|^\/|^https?:\/\//i.test(item) || item === "";
    if (continues && last !== undefined && !startsAnew) items[items.length - 1] = `${last},${item}`;
    else items.push(item);
    continues = piece.endsWith(",") && /^\s*https?:\/\//i.test(items.at(-1) ?? "");
  }
  return items.map((item) => item.trim()).filter(Boolean);
}

/** The reviews in JSON text, or the text itself when it is no JSON: a rule then says so. */
export function reviewsOf(text: string): Review[] | string {
  if (text.trim() === "") return [];
  try {
    return JSON.parse(text) as Review[];
  } catch {
    return text;
  }
}

/** Categories as numbers; a record of before lists were kept has a single category. */
export function categoryIdsOf(place?: Partial<PlaceResponse>): number[] {
  if (place?.categoryIds?.length) return place.categoryIds;
  if (place?.categories?.length) return place.categories.map((category) => category.id);
  return place?.category ? [place.category.id] : [];
}

/** The category a place is shown under: the first of its list, or the single one. */
export const mainCategory = (place: Pick<PlaceResponse, "category" | "categories">) =>
  place.categories?.[0] ?? place.category ?? null;
