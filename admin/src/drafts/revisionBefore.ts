import type { HttpError } from "react-admin";
import { getRevision, type RecordKey } from "../resources/revisions";
import { withoutFields } from "./merge";

interface Versions<View> {
  /** The version that the form began from. */
  base: View;
  /** The current public version. */
  record: View;
  /** The fields of the draft. */
  mine: object;
}

/** The public version from which a draft began. */
export async function revisionBefore<View extends { version: number }>(
  key: RecordKey,
  version: number,
  { base, record, mine }: Versions<View>,
): Promise<Partial<View>> {
  if (version === base.version) return base;
  try {
    return (await getRevision(key, version)).snapshot as unknown as View;
  } catch (error) {
    if ((error as HttpError).status !== 404) throw error;
    // The revision was deleted: the merge treats each field of the draft as changed on both sides.
    return withoutFields(record, Object.keys(mine));
  }
}
