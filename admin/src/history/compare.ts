import { diffWordsWithSpace } from "diff";
import type { RecordKey } from "../resources/revisions";
import { fieldLabel, isFormField, kindOf, type Fields } from "./kinds";
import { entriesOf, imagesOf, textOf, type NamedImage, type ValueContext } from "./values";

/** A part of a text that both versions have, or only one of them. */
export interface Part {
  text: string;
  change: "none" | "added" | "removed";
}

/** A field that differs between two versions. */
export interface Difference {
  field: string;
  label: string;
  texts: [before: string, after: string];
  /** Null for a field that is no image. */
  images: [before: NamedImage[], after: NamedImage[]] | null;
  /** The field is in an older version only: the record no longer has it. */
  isUnused: boolean;
}

/** The fields that differ, in the order of the form. `current` is the record as it is now. */
export function differences(
  key: RecordKey,
  [before, after]: readonly [Fields, Fields],
  current: Fields,
  context?: ValueContext,
): Difference[] {
  const order = Object.keys(kindOf(key.kind).labels());
  const rank = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => {
      if (canonical(before[field]) === canonical(after[field])) return false;
      // A version from before a field existed says nothing about it.
      if (isFormField(key, field)) return field in before && field in after;
      return !(field in current);
    })
    .map((field) => {
      const [imagesBefore, imagesAfter] = [imagesOf(field, before), imagesOf(field, after)];
      return {
        field,
        label: fieldLabel(key.kind, field),
        texts: [textOf(field, before, context), textOf(field, after, context)] satisfies [string, string],
        images: imagesBefore && imagesAfter && ([imagesBefore, imagesAfter] satisfies Difference["images"]),
        isUnused: !isFormField(key, field),
      };
    })
    .sort((one, other) => rank(one.field) - rank(other.field));
}

/** A value as text for comparison. Composed and decomposed letters are equal, and so are null and a missing value. */
const canonical = (value: unknown): string => JSON.stringify(value ?? null, sortKeys).normalize();

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(entriesOf(value))
    : value;

/** The maximum length of a value that is shown whole beside the other, in characters. */
const SHORT = 60;

/** Whether both texts fit in one line. */
export const areShort = (texts: readonly string[]): boolean =>
  texts.every((text) => text.length <= SHORT && !text.includes("\n"));

/** The time limit for comparing two texts word by word. */
const TIMEOUT_MS = 500;

/** The parts of two texts, in order, word by word; null if comparing them takes too long. */
export function compareTexts([before, after]: readonly [string, string]): Part[] | null {
  const changes = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS });
  if (!changes) return null;
  return changes.map(({ value, added, removed }) => ({
    text: value,
    change: added ? "added" : removed ? "removed" : "none",
  }));
}
