import type { Draft } from "@karst/client";
import type { RaRecord } from "react-admin";
import type { EditingOptions } from "../form/useEditing";
import type { Outcome } from "../form/useRecordForm";
import type { RecordKey } from "../resources/revisions";

/** The draft of a form and its actions. `body` is what the form sends. */
export interface Drafting {
  key: RecordKey;
  draft: Draft | null;
  record: RaRecord & { updatedAt: string };
  isPublic: boolean;
  isOutdated: boolean;
  /** Saves the draft. `time` is when it goes live, null to cancel the schedule; by default, a future time stays. */
  save: (body: unknown, time?: string | null) => Promise<Outcome>;
  /** Saves the draft for its preview, without a message. Without a draft, one begins, even if nothing differs yet. */
  keep: (body: unknown) => Promise<Outcome>;
  /** Publishes the draft, after a save of what differs from it. */
  publish: (body: unknown, isDirty: boolean) => Promise<Outcome>;
  /** Offers to merge the draft with a newer public version. */
  merge: (body: unknown) => Promise<Outcome>;
  /** Whether the draft was discarded. */
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
