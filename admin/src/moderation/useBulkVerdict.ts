import type { Verdict } from "../guestbook/shape";
import { useBulk } from "../list/useBulk";
import type { Selection } from "../list/useSelection";
import { moderateMany, undoModerateMany } from "../resources";
import { words } from "./words";

/** One verdict on all that is selected, and the way back. */
export function useBulkVerdict(what: keyof typeof moderateMany, selection: Selection) {
  const { isBusy, run } = useBulk({
    undo: undoModerateMany[what],
    renews: [["guestbook"], ["comments"], ["stats"]],
    failed: words.many.failed[what],
  });
  async function judge(verdict: Verdict) {
    const said = (count: number) => words.many[what](count, verdict);
    if (await run(() => moderateMany[what]([...selection.ids], verdict), said)) selection.clear();
  }
  return { isBusy, judge };
}
