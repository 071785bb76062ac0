import type { EntryResponse } from "@karst/client";

/** How many are shown at a place (row 70). */
export const RECENT_LIMIT = 3;

const FIELDS = [
  "id",
  "authorName",
  "message",
  "nationality",
  "location",
  "latitude",
  "longitude",
  "rating",
  "relatedPlace",
  "pictures",
  "createdAt",
  "status",
  "isOwn",
  "commentCount",
] as const satisfies readonly (keyof EntryResponse)[];

/** An entry as a page carries it: without its comments, which are read when it is opened. */
export type EntrySummary = Pick<EntryResponse, (typeof FIELDS)[number]>;

export function toEntrySummary(view: EntryResponse): EntrySummary {
  return Object.fromEntries(FIELDS.map((field) => [field, view[field]])) as EntrySummary;
}

/** Whether only its author sees it, until somebody of the team has read it. */
export function isPending({ status }: Pick<EntrySummary, "status">): boolean {
  return status !== "approved";
}
