import type { PlaceRequest, PlaceResponse, Price, Review } from "@karst/client";
import { linesOf, linesText, listOf, listText, numberOrText, numberText, textOrNull } from "../kit/typed";
import { withPoint } from "../map/coordinates";
import { checksJson, checksOf } from "./checks";

/** The form values of a place: text inputs hold the text as typed until the form is submitted. */
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
  /** JSON of the prices; blank if there are none. */
  prices: string;
  featuredText: string;
  sources: string;
  lastSeenYear: string;
  /** 1 to 12. */
  goodMonths: number[];
  closedMonths: number[];
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
  /** RFC 3339, or blank. */
  unpublishAt: string;
  ownerId: string;
  rating: string;
  ratingSource: string;
  reviewCount: string;
  reviews: string;
  /** JSON of the checks by the team and the owner; blank if there are none. */
  checks: string;
}

/** Text fields; blank text is sent as null. */
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
  "unpublishAt",
  "ownerId",
] as const satisfies readonly (keyof PlaceText & keyof PlaceResponse)[];

/** The form values of a place, or the defaults of the API. */
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
    prices: place?.prices?.length ? JSON.stringify(place.prices) : "",
    sources: linesText(place?.sources),
    lastSeenYear: numberText(place?.lastSeenYear),
    categoryIds: categoryIdsOf(place),
    goodMonths: place?.goodMonths ?? [],
    closedMonths: place?.closedMonths ?? [],
    bookingType: place?.bookingType ?? "none",
    enquiryFormEnabled: place?.enquiryFormEnabled ?? false,
    isActive: place?.isActive ?? true,
    isVerified: place?.isVerified ?? false,
    isPremium: place?.isPremium ?? false,
    isRecommended: place?.isRecommended ?? false,
    rating: numberText(place?.rating),
    // An older rating without a source stays without one until the user selects it.
    ratingSource: place?.ratingSource ?? (typeof place?.rating === "number" ? "" : "google"),
    reviewCount: numberText(place?.reviewCount ?? 0),
    reviews: place?.reviews?.length ? JSON.stringify(place.reviews, null, 2) : "",
    checks: checksJson(place?.checks ?? []),
  };
}

/** The request body of the form. Text that cannot be parsed is passed on as typed, so that validation rejects it. */
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
    prices: pricesOf(text.prices),
    sources: linesOf(text.sources),
    lastSeenYear: numberOrText(text.lastSeenYear),
    categoryIds: text.categoryIds,
    goodMonths: text.goodMonths,
    closedMonths: text.closedMonths,
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
    checks: checksOf(text.checks),
    // Without a slug, the server makes one from the name.
    ...(text.slug.trim() && { slug: text.slug.trim() }),
  };
  return form as Partial<PlaceRequest>;
}

/**
 * Comma-separated addresses. An address may contain commas (`https://…/w_200,h_100/cave.jpg`): a comma separates only
 * before white space, another address or the end.
 */
export function addressList(text: string): string[] {
  const items: string[] = [];
  let continues = false;
  for (const piece of text.split(/(?<=[,\n])/)) {
    const item = piece.replace(/[,\n]$/, "");
    const last = items.at(-1);
    const startsNewItem = /^\s|^\/|^https?:\/\//i.test(item) || item === "";
    if (continues && last !== undefined && !startsNewItem) items[items.length - 1] = `${last},${item}`;
    else items.push(item);
    continues = piece.endsWith(",") && /^\s*https?:\/\//i.test(items.at(-1) ?? "");
  }
  return items.map((item) => item.trim()).filter(Boolean);
}

export const reviewsOf = (text: string): Review[] | string => jsonList(text);
export const pricesOf = (text: string): Price[] | string => jsonList(text);

/** The parsed list, or the text itself if it is not JSON, so that validation rejects it. */
function jsonList<Item>(text: string): Item[] | string {
  if (text.trim() === "") return [];
  try {
    return JSON.parse(text) as Item[];
  } catch {
    return text;
  }
}

/** The category IDs; older records have a single category. */
export function categoryIdsOf(place?: Partial<PlaceResponse>): number[] {
  if (place?.categoryIds?.length) return place.categoryIds;
  if (place?.categories?.length) return place.categories.map((category) => category.id);
  return place?.category ? [place.category.id] : [];
}

/** The main category: the first of the list, or the single one. */
export const mainCategory = (place: Pick<PlaceResponse, "category" | "categories">) =>
  place.categories?.[0] ?? place.category ?? null;
