import { useEffect, useRef } from "react";
import { useListContext } from "react-admin";

/** The last item that was selected or unselected, where a range begins. One list is on the screen at a time. */
let lastToggled: number | null = null;

/** The selection of the list, limited to the records on the screen: bulk actions only change visible records. */
export function useSelection() {
  const { data = [], selectedIds, onSelect, onUnselectItems } = useListContext();
  const listed = data.map(({ id }) => Number(id));
  const ids = listed.filter((id) => selectedIds.includes(id));
  const isAll = listed.length > 0 && ids.length === listed.length;

  // Requests finish after later clicks, and must not undo these.
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
  });

  /** With `isRange`, applies to all items from the last one up to this one. */
  function toggle(id: number, isRange: boolean) {
    const [from, to] = [lastToggled === null ? -1 : listed.indexOf(lastToggled), listed.indexOf(id)];
    const range = isRange && from >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const others = ids.filter((one) => !range.includes(one));
    lastToggled = id;
    onSelect(ids.includes(id) ? others : [...others, ...range]);
  }

  return {
    /** In the order of the list. */
    ids,
    has: (id: number) => ids.includes(id),
    toggle,
    isAll,
    toggleAll: () => onSelect(isAll ? [] : listed),
    remove: (removed: readonly number[]) => onSelect(latest.current.filter((id) => !removed.includes(id))),
    clear: () => {
      lastToggled = null;
      onUnselectItems();
    },
  };
}
