import type { Draft, DraftRequest } from "@karst/client";
import { changed } from "../dataProvider";
import { changedFields } from "../form/changedFields";
import type { Conflict } from "../form/useEditing";

/** Two versions of a draft, or a draft and a newer public version, to merge. */
export interface Merge<View, Text> extends Omit<Conflict<Text>, "onKeep" | "onReload" | "onOverwrite"> {
  /** The public version from which the result differs. */
  record: View;
  baseVersion: number;
  /** The version of the draft that the result replaces. */
  version: number;
  publishAt: string | null;
  /** The other draft; null if the other version is the public one. */
  stored: Draft | null;
}

/**
 * The form values after a merge: the chosen values of the fields changed here, and the other version's values of the
 * rest.
 */
export function mergedText<Text extends object>(
  { before, theirs, mine }: Pick<Conflict<Text>, "before" | "theirs" | "mine">,
  chosen: Text,
): Text {
  const own = changedFields(before, mine);
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, chosen[field]])) };
}

/** The record as if it had no values in these fields. */
export const withoutFields = <View extends object>(
  record: View,
  fields: readonly string[],
): Partial<View> => ({
  ...record,
  ...Object.fromEntries(fields.map((field) => [field, undefined])),
});

/** Whether the stored draft equals the request. */
export function isSame(stored: Draft, { baseVersion, fields, publishAt }: DraftRequest): boolean {
  const isEqual =
    Object.keys({ ...changed(fields, stored.fields), ...changed(stored.fields, fields) }).length === 0;
  return isEqual && stored.baseVersion === baseVersion && stored.publishAt === (publishAt ?? null);
}
