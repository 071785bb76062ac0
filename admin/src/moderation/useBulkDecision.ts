import type { Verdict } from "../guestbook/shape";
import { focusSelectAll } from "../list/SelectBox";
import { useBulk } from "../list/useBulk";
import type { Selection } from "../list/useSelection";
import { moderateMany, undoModerateMany } from "../resources";
import { heldItem } from "./useQueue";
import { words } from "./words";

/** One verdict on all that is selected, or on one thing alone, and the way back. `onJudged` hears when it is done. */
export function useBulkVerdict(what: keyof typeof moderateMany, selection: Selection, onJudged?: () => void) {
  const { isBusy, run } = useBulk({
    undo: undoModerateMany[what],
    renews: [["guestbook"], ["comments"], ["stats"]],
    failed: words.many.failed[what],
  });
  async function judge(verdict: Verdict) {
    const said = (count: number) => words.many[what](count, verdict);
    const ids = [...selection.ids];
    if (!(await run(() => moderateMany[what](ids, verdict), said))) return;
    onJudged?.();
    selection.remove(ids);
    // The button that was pressed goes with the bar.
    if (heldItem() === null) focusSelectAll();
  }
  const judgeOne = (id: number, verdict: Verdict) =>
    run(
      () => moderateMany[what]([id], verdict),
      (count) => words.many[what](count, verdict),
    );
  return { isBusy, judge, judgeOne };
}
