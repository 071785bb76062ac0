import type { RestoreResult } from "@karst/client";
import { useState } from "react";
import { HttpError } from "react-admin";
import { formatList } from "../kit/format";
import { useToast } from "../layout/Toasts";
import { isAnythingUnsaved } from "../layout/unsaved";
import { t } from "../messages/history.gen";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { listRevisions, restoreRevision, type RecordKey } from "../resources/revisions";
import { fieldLabel, kindOf } from "./kinds";
import { historyQueries, useFetchRecord, type Current } from "./useHistory";

/** The reason why nothing was restored. */
export type Refusal =
  | { reason: "stale" }
  /** The messages of the rules by the path of the value. */
  | { reason: "invalid"; errors: Record<string, string> }
  | { reason: "failed"; error: unknown };

type Skipped = RestoreResult["skipped"];

interface Wanted {
  /** The revision whose values the record gets. */
  number: number;
  fields: string[];
  /** The version of the record that was compared. */
  version: number;
}

/** Restores fields of a revision. Afterward, the form and the lists show the result, and a toast offers Undo. */
export function useRestore(record: RecordKey, onRestored: (saved: Current) => void) {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const fetchRecord = useFetchRecord(record);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function show() {
    void renew(historyQueries(record), ...kindOf(record.kind).queries);
    // A form with unsaved changes keeps them. Its next save finds the new version.
    const saved = await fetchRecord().catch(() => null);
    if (saved && !isAnythingUnsaved()) onRestored(saved);
  }

  /** Restores the revision before `version`, the version that the restore created. */
  async function undo(fields: string[], version: number) {
    try {
      const { data } = await ask(() => listRevisions(record, 0));
      const before = data.find(({ number }) => number < version);
      if (!before) throw new Error(t("failed.undo"));
      await ask(() => restoreRevision(record, before.number, fields, version));
      toast.done(t("restore.undone"));
    } catch (error) {
      toast.failed(t("failed.undo"), error);
    }
    await show();
  }

  /** Resolves to whether the fields were restored. */
  async function restore({ number, fields, version }: Wanted): Promise<boolean> {
    setBusy(true);
    setRefusal(null);
    try {
      const result = await ask(() => restoreRevision(record, number, fields, version));
      const left = result.skipped.filter(({ reason }) => !isPartial(reason)).map(({ field }) => field);
      const restored = fields.filter((field) => !left.includes(field));
      const notices = skippedNotices(record, result.skipped);
      if (restored.length === 0) toast.note(notices.join(" "));
      else
        toast.undoable(
          t("restore.done", { count: restored.length }),
          () => void undo(restored, result.version),
          notices.length > 0 && notices.map((notice) => <div key={notice}>{notice}</div>),
        );
      await show();
      return true;
    } catch (error) {
      setRefusal(refusalOf(error));
      if (error instanceof HttpError && error.status === 412) await renew(historyQueries(record));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { restore, isBusy, refusal };
}

/** Whether the rest of the field was restored. */
const isPartial = (reason: Skipped[number]["reason"]): boolean =>
  reason === "image_deleted" || reason === "category_deleted";

/** A sentence for each reason why fields were not restored as they were. */
export function skippedNotices({ kind }: RecordKey, skipped: Skipped): string[] {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const fields = skipped.filter((one) => one.reason === reason).map(({ field }) => fieldLabel(kind, field));
    return t("restore.skipped", { reason, fields: formatList(fields) });
  });
}

function refusalOf(error: unknown): Refusal {
  const { status, body } = error instanceof HttpError ? error : { status: 0, body: undefined };
  if (status === 412) return { reason: "stale" };
  const errors = (body as { errors?: Record<string, string> } | undefined)?.errors ?? {};
  if (status === 422 && Object.keys(errors).length > 0) return { reason: "invalid", errors };
  return { reason: "failed", error };
}
