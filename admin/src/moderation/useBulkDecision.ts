import type { Decision } from "../guestbook/shape";
import { ENTRY_QUERIES } from "../guestbook/useCounts";
import { focusSelectAll } from "../list/SelectBox";
import { useBulk } from "../list/useBulk";
import { useSelection } from "../list/useSelection";
import { t } from "../messages/moderation.gen";
import { moderateMany, undoModerateMany } from "../resources";
import { focusedItem } from "./useQueue";

/** A decision on all selected items or on one; the toast offers Undo. `onDecided` is called after a bulk decision. */
export function useBulkDecision(resource: keyof typeof moderateMany, onDecided?: () => void) {
  const selection = useSelection();
  const { isBusy, run } = useBulk({
    undo: undoModerateMany[resource],
    renews: ENTRY_QUERIES,
    failed: t(`bulkFailed.${resource}`),
  });
  const send = (ids: number[], decision: Decision) =>
    run(
      () => moderateMany[resource](ids, decision),
      (count) => t(`bulkDone.${resource}`, { count, decision }),
    );
  async function decide(decision: Decision) {
    const ids = [...selection.ids];
    if (!(await send(ids, decision))) return;
    onDecided?.();
    selection.remove(ids);
    // The pressed button disappears with the bar.
    if (focusedItem() === null) focusSelectAll();
  }
  const decideOne = (id: number, decision: Decision) => send([id], decision);
  return { isBusy, decide, decideOne };
}
