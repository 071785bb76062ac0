import type { EntryResponse } from "@karst/client";
import { pick } from "@/lib/pick";

/** The number of entries shown at a place (R70). */
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
  "ownerReply",
] as const satisfies readonly (keyof EntryResponse)[];

/** An entry in the HTML of a page: without its comments, which are fetched when it is opened. */
export type EntrySummary = Pick<EntryResponse, (typeof FIELDS)[number]>;

export const toEntrySummary = (entry: EntryResponse): EntrySummary => pick(entry, FIELDS);

/** Whether the entry is not public: only its author sees it. */
export function isPending({ status }: Pick<EntrySummary, "status">): boolean {
  return status !== "approved";
}
