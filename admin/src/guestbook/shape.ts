import type { AdminEntryRequest, AdminEntryResponse, EntryChanges } from "@karst/client";
import { numberOrText, numberText, textOrNull } from "../kit/typed";

export type EntryStatus = AdminEntryResponse["status"];
export type Decision = Exclude<EntryStatus, "pending">;

/** The decisions of a moderator, in the order of the buttons. */
export const DECISIONS: readonly Decision[] = ["approved", "rejected", "spam"];

/** Whether an entry can be moderated: approved and rejected entries are decided (R143). */
export const isUndecided = (status: EntryStatus): boolean => status === "pending" || status === "spam";

/** The values of the form of an entry. */
export interface EntryText {
  authorName: string;
  nationality: string;
  message: string;
  /** Null if the entry is about no business. */
  relatedPlaceId: number | null;
  /** Blank without a rating. */
  rating: string;
  location: string;
  latitude: string;
  longitude: string;
}

/** The form values of an entry, or of an empty form. */
export function toText(entry?: Partial<AdminEntryResponse>): EntryText {
  return {
    authorName: entry?.authorName ?? "",
    nationality: entry?.nationality ?? "",
    message: entry?.message ?? "",
    relatedPlaceId: entry?.relatedPlaceId ?? null,
    rating: numberText(entry?.rating),
    location: entry?.location ?? "",
    latitude: numberText(entry?.latitude),
    longitude: numberText(entry?.longitude),
  };
}

/** The request of an edit: blank text and 0 become null (R152). */
export function toChanges(text: EntryText): EntryChanges {
  const changes: Record<keyof EntryChanges & keyof EntryText, unknown> = {
    message: text.message.trim(),
    nationality: textOrNull(text.nationality),
    location: textOrNull(text.location),
    rating: numberOrText(text.rating) || null,
    relatedPlaceId: text.relatedPlaceId || null,
  };
  return changes as EntryChanges;
}

/** The request of a new entry. */
export function toForm(text: EntryText): AdminEntryRequest {
  return {
    ...toChanges(text),
    authorName: text.authorName.trim(),
    latitude: numberOrText(text.latitude),
    longitude: numberOrText(text.longitude),
    status: "approved",
  } as AdminEntryRequest;
}

/** Whether a location is the URL of a map. */
export const isUrl = (location: string): boolean => /^https?:\/\//i.test(location.trim());
