import { useCallback } from "react";

/** A ref callback: when its element appears, the first descendant that matches `selector` gets the focus. */
export function useFocusWithin(selector: string) {
  return useCallback(
    (element: HTMLElement | null) => element?.querySelector<HTMLElement>(selector)?.focus(),
    [selector],
  );
}
