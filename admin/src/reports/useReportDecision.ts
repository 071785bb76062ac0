import type { ProposalResponse } from "@karst/client";
import { useState } from "react";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/reports.gen";
import { acceptProposal, declineProposal, undoProposal } from "../resources";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

/** Decides on one report at a time, or undoes the decision. Resolves to the changed report, or null after an error. */
export function useReportDecision() {
  const ask = useAsk();
  const toast = useToast();
  const renew = useRenew();
  const [busyId, setBusyId] = useState<number | null>(null);

  async function send(
    id: number,
    what: "accept" | "decline" | "undo",
    call: () => Promise<ProposalResponse>,
  ) {
    if (busyId !== null) return null;
    setBusyId(id);
    try {
      const report = await ask(call);
      toast.done(t(`done.${what}`));
      return report;
    } catch (error) {
      toast.failed(t(`failed.${what}`), error);
      return null;
    } finally {
      // Also after an error: someone else may have decided, or changed the place.
      await renew(["proposals"], ["businesses"]);
      setBusyId(null);
    }
  }
  return {
    busyId,
    accept: (report: ProposalResponse, fields?: Record<string, unknown>) =>
      send(report.id, "accept", () => acceptProposal(report.id, report.place.version, fields)),
    decline: (id: number) => send(id, "decline", () => declineProposal(id)),
    undo: (id: number) => send(id, "undo", () => undoProposal(id)),
  };
}
