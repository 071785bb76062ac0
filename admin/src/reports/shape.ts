import type { ProposalResponse, ProposedField } from "@karst/client";
import { textOf } from "../history/values";

/** The edited values of a proposal, by field. */
export type Edits = Record<string, string>;

/** Whether the new value of a field can be typed. */
export const isText = ({ current, proposed }: ProposedField): boolean =>
  [current, proposed ?? null].every((value) => value === null || ["string", "number"].includes(typeof value));

/** The value of a field as text. */
export const valueText = (field: string, value: unknown): string => textOf(field, { [field]: value });

/** Whether the place has another value than the one that the report was about. */
export const isOutdated = ({ base, current }: ProposedField): boolean =>
  JSON.stringify(orNull(base)) !== JSON.stringify(orNull(current));

/** The value; null if it is undefined or an empty list, which are blank too. */
const orNull = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? null : (value ?? null);

/**
 * The fields to set: the proposed values with the edits in their place. Undefined if nothing was edited, so that the
 * stored values are used.
 */
export function acceptedFields(
  { fields }: Pick<ProposalResponse, "fields">,
  edits: Edits = {},
): Record<string, unknown> | undefined {
  if (Object.keys(edits).length === 0) return undefined;
  const values = fields.flatMap(({ field, proposed }): [string, unknown][] => {
    if (field in edits) return [[field, edits[field]!.trim() || null]];
    return proposed === undefined ? [] : [[field, proposed]];
  });
  return Object.fromEntries(values);
}
