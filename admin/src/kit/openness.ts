import { useSyncExternalStore } from "react";

/** The open or closed state of a part of the console, which any component can change. */
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
