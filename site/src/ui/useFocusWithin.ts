import { useCallback } from "react";

/** For the `ref` of something that somebody asked for: when it appears, the focus goes to what `selector` finds in it. */
export function useFocusWithin(selector: string) {
  return useCallback(
    (part: HTMLElement | null) => part?.querySelector<HTMLElement>(selector)?.focus(),
    [selector],
  );
}
