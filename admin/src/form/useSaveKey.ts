import { useEffect } from "react";

/** Ctrl+S (or ⌘S) saves, wherever the focus is. */
export function useSaveKey(submit: () => void) {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) submit();
    };
    window.addEventListener("keydown", save);
    return () => window.removeEventListener("keydown", save);
  });
}
