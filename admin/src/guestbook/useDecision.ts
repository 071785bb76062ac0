import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/guestbook.gen";
import { moderateEntry, undoModeration } from "../resources";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import type { Decision } from "./shape";
import { ENTRY_QUERIES } from "./useCounts";

/** Decides on one entry at a time, or undoes the decision. Resolves to the changed entry, or null after an error. */
export function useDecision() {
  const ask = useAsk();
  const toast = useToast();
  const renew = useRenew();
  const [busyId, setBusyId] = useState<number | null>(null);

  async function send(id: number, call: () => Promise<AdminEntryResponse>, done: string, failed: string) {
    if (busyId !== null) return null;
    setBusyId(id);
    try {
      const entry = await ask(call);
      toast.done(done);
      return entry;
    } catch (error) {
      toast.failed(failed, error);
      return null;
    } finally {
      // Also after an error: someone else may have decided.
      await renew(...ENTRY_QUERIES);
      setBusyId(null);
    }
  }
  return {
    busyId,
    decide: (id: number, status: Decision, notes?: string) =>
      send(id, () => moderateEntry(id, status, notes), t("done.moderate"), t("failed.moderate")),
    undo: (id: number) => send(id, () => undoModeration(id), t("done.undo"), t("failed.undo")),
  };
}
