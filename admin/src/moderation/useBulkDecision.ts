import type { Decision } from "../guestbook/shape";
import { focusSelectAll } from "../list/SelectBox";
import { useBulk } from "../list/useBulk";
import type { Selection } from "../list/useSelection";
import { moderateMany, undoModerateMany } from "../resources";
import { heldItem } from "./useQueue";
import { words } from "./words";

/** One decision on all that is selected, or on one thing alone, and the way back. `onJudged` hears when it is done. */
export function useBulkDecision(
  what: keyof typeof moderateMany,
  selection: Selection,
  onJudged?: () => void,
) {
  const { isBusy, run } = useBulk({
    undo: undoModerateMany[what],
    renews: [["guestbook"], ["comments"], ["stats"]],
    failed: words.many.failed[what],
  });
  async function judge(decision: Decision) {
    const said = (count: number) => words.many[what](count, decision);
    const ids = [...selection.ids];
    if (!(await run(() => moderateMany[what](ids, decision), said))) return;
    onJudged?.();
    selection.remove(ids);
    // The button that was pressed goes with the bar.
    if (heldItem() === null) focusSelectAll();
  }
  const judgeOne = (id: number, decision: Decision) =>
    run(
      () => moderateMany[what]([id], decision),
      (count) => words.many[what](count, decision),
    );
  return { isBusy, judge, judgeOne };
}
