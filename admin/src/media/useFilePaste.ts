import { useEffect, useEffectEvent } from "react";

/**
 * Takes files that are pasted while `isHere`. Listens on the window: without a text field, the paste may go to the body
 * instead of the focused element.
 */
export function useFilePaste(onFiles: (files: File[]) => void, isHere: (target: Node | null) => boolean) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { activeElement } = document;
    const files = [...(event.clipboardData?.files ?? [])];
    const types = event.clipboardData?.types ?? [];
    // Word and spreadsheets add an image of the copied text, which belongs into a text field.
    const isText = types.includes("text/plain") && types.includes("text/html") && isTextField(activeElement);
    const isTaken = files.length > 0 && (isHere(event.target as Node) || isHere(activeElement));
    if (isText || !isTaken) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener("paste", listen);
    return () => window.removeEventListener("paste", listen);
  }, []);
}

const isTextField = (element: Element | null) =>
  element?.matches("input:not([type=file]), textarea") ?? false;
