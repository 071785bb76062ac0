import type { BulkUndoResponse, BulkResponse } from "@karst/client";
import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { formatList } from "../kit/format";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/list.gen";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

interface BulkOptions {
  undo: (id: number) => Promise<BulkUndoResponse>;
  /** The queries to refetch afterwards. */
  renews: QueryKey[];
  /** The message if the action failed. */
  failed: string;
}

/** Runs a bulk action, shows the result and offers Undo. */
export function useBulk({ undo, renews, failed }: BulkOptions) {
  const ask = useAsk();
  const toast = useToast();
  const renew = useRenew();
  const [isBusy, setBusy] = useState(false);

  async function takeBack(id: number) {
    try {
      const { restoredIds, leftAlone } = await ask(() => undo(id));
      const count = restoredIds.length;
      const names = leftAlone.map(({ name }) => name);
      if (names.length > 0) toast.note(t("undoneSome", { count, names: formatList(names) }));
      else toast.done(t("undone", { count }));
    } catch (error) {
      toast.failed(t("undoFailed"), error);
    } finally {
      await renew(...renews);
    }
  }

  /** Resolves to whether the action succeeded. */
  async function run(call: () => Promise<BulkResponse>, said: (count: number) => string): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    try {
      const { changedIds, undoId } = await ask(call);
      if (undoId === null) toast.note(t("nothingChanged"));
      else toast.undoable(said(changedIds.length), () => void takeBack(undoId));
      return true;
    } catch (error) {
      toast.failed(failed, error);
      return false;
    } finally {
      await renew(...renews);
      setBusy(false);
    }
  }
  return { isBusy, run };
}
