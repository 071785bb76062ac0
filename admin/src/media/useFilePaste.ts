import { useEffect, useEffectEvent } from "react";

/**
 * Takes files that are pasted while `isHere`. Listens on the window: without a text field, the paste may go to the body
 * instead of the focused element.
 */
export function useFilePaste(onFiles: (files: File[]) => void, isHere: (target: Node | null) => boolean) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const isTaken = files.length > 0 && (isHere(event.target as Node) || isHere(document.activeElement));
    if (!isTaken) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener("paste", listen);
    return () => window.removeEventListener("paste", listen);
  }, []);
}
