import type { AlertLevel, PlaceResponse } from "@karst/client";
import { excerpt } from "@karst/web/text";
import { toMediaImage, type MediaImage } from "@/ui/imageSource";
import { compactSchedule, type OpeningSchedule } from "@karst/client/opening/calendar";

/** The fields that cards and filters use. */
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
  "alerts",
  "goodMonths",
  "closedMonths",
] as const satisfies readonly (keyof PlaceResponse)[];

export type SummaryFields = Pick<PlaceResponse, (typeof SUMMARY_FIELDS)[number]>;

/** A place in a list. Absent and false values are omitted, because a page contains hundreds of places. */
export type PlaceSummary = {
  id: number;
  slug: string;
  name: string;
  localName?: string;
  /** The beginning of the description, or the featured text of a premium place. */
  line?: string;
  /** Slugs, the main one first. */
  categories: string[];
  tags?: string[];
  rating?: number;
  imageUrl?: string;
  /** Details of the image if it is in the media library. */
  pictures?: MediaImage[];
  isPremium?: true;
  isVerified?: true;
  isApproximate?: true;
  opening?: OpeningSchedule;
  /** The level of its most severe current alert. */
  alert?: AlertLevel;
  /** The months in which it is good to visit, and in which it is closed. */
  goodMonths?: number[];
  closedMonths?: number[];
};

const MAX_LINE_LENGTH = 120;

export function summarize(place: SummaryFields): PlaceSummary {
  const line = excerpt((place.isPremium && place.featuredText) || place.description, MAX_LINE_LENGTH);
  const image = place.pictures.find(({ url }) => url === place.imageUrl?.trim());
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
    ...(image && { pictures: [toMediaImage(image)] }),
    ...(place.isPremium && { isPremium: true }),
    ...(place.isVerified && { isVerified: true }),
    ...(isApproximate(place) && { isApproximate: true }),
    ...(place.opening && { opening: compactSchedule(place.opening, new Date()) }),
    // The most severe alert is the first.
    ...(place.alerts[0] && { alert: place.alerts[0].level }),
    ...(place.goodMonths.length > 0 && { goodMonths: place.goodMonths }),
    ...(place.closedMonths.length > 0 && { closedMonths: place.closedMonths }),
  };
}

/** Whether a current alert closes the place, whatever its opening hours say. */
export function isClosedByAlert({ alerts }: Pick<PlaceResponse, "alerts">): boolean {
  return alerts.some(({ level }) => level === "closed");
}

/** Without a stored confidence the coordinates count as exact, because an editor chose the point. */
export function isApproximate(place: Pick<PlaceResponse, "coordinateConfidence">): boolean {
  return place.coordinateConfidence === "approximate" || place.coordinateConfidence === "village-level";
}
