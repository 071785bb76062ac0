import { numberOrText } from "../kit/typed";
import { reviewsOf } from "./shape";

/** A review as its inputs hold it. */
export interface ReviewText {
  author: string;
  rating: string;
  text: string;
}

export const BLANK_REVIEW: ReviewText = { author: "", rating: "", text: "" };

/** The reviews in the JSON as rows, or null if it is not a list of objects with only the fields of a review. */
export function reviewRows(json: string): ReviewText[] | null {
  const reviews: unknown = reviewsOf(json);
  return Array.isArray(reviews) && reviews.every(isRow)
    ? reviews.map(({ author = "", rating = "", text = "" }) => ({ author, rating: String(rating), text }))
    : null;
}

/** The rows as reviews of the API. Omits blank ratings; a rating that is not a number stays as typed. */
export const reviewList = (rows: readonly ReviewText[]) =>
  rows.map(({ author, rating, text }) => ({ author, rating: numberOrText(rating) ?? undefined, text }));

/** The rows as JSON; blank if there are none. */
export const reviewsJson = (rows: readonly ReviewText[]): string =>
  rows.length > 0 ? JSON.stringify(reviewList(rows), null, 2) : "";

function isRow(value: unknown): value is { author?: string; rating?: number | string; text?: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([key, held]) =>
    key === "rating"
      ? typeof held === "number" || typeof held === "string"
      : Object.hasOwn(BLANK_REVIEW, key) && typeof held === "string",
  );
}
