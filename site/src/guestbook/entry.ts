import type { EntryResponse } from "@karst/client";

/** How many are shown at a place (row 70). */
export const RECENT = 3;

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
export type Entry = Pick<EntryResponse, (typeof FIELDS)[number]>;

export function briefly(view: EntryResponse): Entry {
  return Object.fromEntries(FIELDS.map((field) => [field, view[field]])) as Entry;
}

/** Whether only its author sees it, until somebody of the team has read it. */
export function isWaiting({ status }: Pick<Entry, "status">): boolean {
  return status !== "approved";
}
