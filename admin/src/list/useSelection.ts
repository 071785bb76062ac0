import { useRef, useState } from "react";
import { useKeys } from "../keys/useKeys";
import { t as tKeys } from "../messages/keys.gen";
import { t } from "../messages/list.gen";

/** What of a list is selected, and how that changes. */
export interface Selection {
  /** In the order of the list. */
  ids: readonly number[];
  has: (id: number) => boolean;
  /** With `isRange` everything from the one that was chosen before up to this one. */
  toggle: (id: number, isRange: boolean) => void;
  isAll: boolean;
  toggleAll: () => void;
  /** Takes these out; what was chosen beside them stays. */
  remove: (ids: readonly number[]) => void;
  clear: () => void;
}

/**
 * A selection among what is on the screen: what one acts on is what one sees. What goes from the list goes from the
 * selection. Escape clears it.
 */
export function useSelection(listed: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const ids = listed.filter((id) => chosen.has(id));
  // What went does not come back selected: on another page nobody sees what they would act on.
  if ([...chosen].some((id) => !listed.includes(id))) setChosen(new Set(ids));
  const isAll = listed.length > 0 && ids.length === listed.length;
  const clear = () => setChosen(new Set());
  useKeys(
    tKeys("group.list"),
    ids.length > 0 ? [{ key: "Escape", does: t("clearSelection"), run: clear }] : [],
  );

  function toggle(id: number, isRange: boolean) {
    const [from, to] = [last.current === null ? -1 : listed.indexOf(last.current), listed.indexOf(id)];
    const range = isRange && from >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const next = new Set(ids);
    for (const one of range) {
      if (chosen.has(id)) next.delete(one);
      else next.add(one);
    }
    last.current = id;
    setChosen(next);
  }

  return {
    ids,
    has: (id) => chosen.has(id),
    toggle,
    isAll,
    toggleAll: () => setChosen(new Set(isAll ? [] : listed)),
    remove: (gone) => setChosen((all) => new Set([...all].filter((id) => !gone.includes(id)))),
    clear,
  };
}
