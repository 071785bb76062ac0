import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import type { Identifier } from "react-admin";
import { useToast } from "../layout/Toasts";
import { moderateEntry, undoModeration } from "../resources";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import type { Decision } from "./shape";
import { words } from "./words";

/** Carries one thing at a time through the server, and says how it went. */
function useDeciding() {
  const ask = useAsk();
  const toast = useToast();
  const renew = useRenew();
  const [busy, setBusy] = useState<Identifier | null>(null);

  async function decide<T>(id: Identifier, call: () => Promise<T>, done: string, failed: string) {
    if (busy !== null) return null;
    setBusy(id);
    try {
      const settled = await ask(call);
      toast.done(done);
      return settled;
    } catch (error) {
      toast.failed(failed, error);
      return null;
    } finally {
      // Also after a refusal: somebody else may have decided. The lists, their counts, and the overview's.
      await renew(["guestbook"], ["comments"], ["stats"]);
      setBusy(null);
    }
  }
  return { busy, decide };
}

/** Decisions on entries: the settled entry, or null when it was refused. */
export function useDecision() {
  const { busy, decide } = useDeciding();
  return {
    busy,
    judge: (id: number, status: Decision, notes?: string): Promise<AdminEntryResponse | null> =>
      decide(id, () => moderateEntry(id, status, notes), words.done.moderate, words.failed.moderate),
    undo: (id: number): Promise<AdminEntryResponse | null> =>
      decide(id, () => undoModeration(id), words.done.undo, words.failed.undo),
  };
}
