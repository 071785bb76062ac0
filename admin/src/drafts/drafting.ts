import type { Draft } from "@karst/client";
import type { RaRecord } from "react-admin";
import type { EditingOptions } from "../form/useEditing";
import type { Outcome } from "../form/useRecordForm";
import type { RecordKey } from "../resources/revisions";

/** The draft of a form and its actions. `body` is the request body of the form. */
export interface Drafting {
  key: RecordKey;
  draft: Draft | null;
  record: RaRecord & { updatedAt: string };
  isPublic: boolean;
  isOutdated: boolean;
  /** Saves the draft. `time` is when it goes live, null to cancel the schedule; by default, a future time stays. */
  save: (body: unknown, time?: string | null) => Promise<Outcome>;
  /** Saves the draft for its preview, without a message. Creates the draft if there is none, even without changes. */
  keep: (body: unknown) => Promise<Outcome>;
  /** Publishes the draft, after saving the changes that it lacks. */
  publish: (body: unknown, isDirty: boolean) => Promise<Outcome>;
  /** Offers to merge the draft with a newer public version. */
  merge: (body: unknown) => Promise<Outcome>;
  /** Discards the draft. Resolves to whether it was discarded. */
  discard: () => Promise<boolean>;
}

export interface DraftEditingOptions<View, Text, Form> extends EditingOptions<View, Text, Form> {
  /** The kind and id of the record. */
  recordKey: RecordKey;
  /** The stored draft with which the form begins. */
  draft: Draft | null;
  /** Whether travelers see the record. */
  isPublic: (record: View) => boolean;
}
