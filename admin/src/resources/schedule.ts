import type { ScheduleItem } from "@karst/client";
import { karst } from "../api";
import { articles } from "./articles";
import { businesses } from "./businesses";
import { listed } from "./resource";

/** The maximum number of items in one response. */
const PAGE = 100;

/** A page of what is scheduled, in chronological order. */
export const listSchedule = (offset: number) =>
  listed(karst.GET("/api/admin/schedule", { params: { query: { limit: PAGE, offset } } }));

/** The fields of a place or an article that schedule it. */
export interface Times {
  publicationDate?: string;
  isActive?: boolean;
  unpublishAt?: string | null;
}

/** Changes when a place or an article is published or unpublished, if it still has this version. */
export function reschedule(
  { kind, recordId }: Pick<ScheduleItem, "kind" | "recordId">,
  times: Times,
  version: number,
): Promise<{ version: number }> {
  return (kind === "place" ? businesses : articles).change!(Number(recordId), times, version);
}
