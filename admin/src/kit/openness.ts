import { useSyncExternalStore } from "react";

/** Something that is open or not, wherever in the console it is opened from. */
export function createOpenness() {
  let isOpen = false;
  const watchers = new Set<() => void>();
  const subscribe = (watch: () => void) => {
    watchers.add(watch);
    return () => watchers.delete(watch);
  };
  return {
    set(next: boolean): void {
      isOpen = next;
      for (const watch of watchers) watch();
    },
    useIsOpen: () => useSyncExternalStore(subscribe, () => isOpen),
  };
}
