import type { PlaceResponse } from "@karst/client";
import { excerpt } from "@/lib/text";
import { toMediaImage, type MediaImage } from "@/ui/imageSource";
import { shortened, type Opening } from "@karst/client/opening/calendar";

/** The fields that a list asks of the API: no more than a card and the filters use. */
export const SUMMARY_FIELDS = [
  "id",
  "slug",
  "name",
  "localName",
  "description",
  "rating",
  "tags",
  "categories",
  "imageUrl",
  "pictures",
  "isPremium",
  "isVerified",
  "coordinateConfidence",
  "featuredText",
  "opening",
] as const satisfies readonly (keyof PlaceResponse)[];

export type SummaryFields = Pick<PlaceResponse, (typeof SUMMARY_FIELDS)[number]>;

/**
 * A place as a list carries it to the browser. What is absent or false is left out: with hundreds of places in one
 * page, each key counts.
 */
export type PlaceSummary = {
  id: number;
  slug: string;
  name: string;
  localName?: string;
  /** The beginning of the description, or the featured line of a premium place. */
  line?: string;
  /** Slugs, the main one first. */
  categories: string[];
  tags?: string[];
  rating?: number;
  imageUrl?: string;
  /** What is known of that, where it is the guide's own. */
  pictures?: MediaImage[];
  isPremium?: true;
  isVerified?: true;
  /** The coordinates are not those of the place itself but near it. */
  isApproximate?: true;
  /** When it is open, as far as that is known. */
  opening?: Opening;
};

const LINE_LENGTH = 120;

/** Shortens a place for a list. */
export function summarize(place: SummaryFields): PlaceSummary {
  const line = excerpt((place.isPremium && place.featuredText) || place.description, LINE_LENGTH);
  const main = place.pictures.find(({ url }) => url === place.imageUrl?.trim());
  return {
    id: place.id,
    slug: place.slug,
    name: place.name,
    categories: place.categories.map(({ slug }) => slug),
    ...(place.localName && place.localName !== place.name && { localName: place.localName }),
    ...(line && { line }),
    ...(place.tags.length > 0 && { tags: place.tags }),
    ...(place.rating !== null && { rating: place.rating }),
    ...(place.imageUrl && { imageUrl: place.imageUrl }),
    ...(main && { pictures: [toMediaImage(main)] }),
    ...(place.isPremium && { isPremium: true }),
    ...(place.isVerified && { isVerified: true }),
    ...(isApproximate(place) && { isApproximate: true }),
    ...(place.opening && { opening: shortened(place.opening, new Date()) }),
  };
}

/** Whether a place's coordinates are known only roughly. Unsaid counts as exact: an editor picked the point. */
export function isApproximate(place: Pick<PlaceResponse, "coordinateConfidence">): boolean {
  return place.coordinateConfidence === "approximate" || place.coordinateConfidence === "village-level";
}
