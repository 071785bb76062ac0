import { useState, type DragEvent } from "react";

/** React's events bubble through portals: an event of a dialog that opens over the element is not its own. */
const isOwn = ({ target, currentTarget }: DragEvent) => currentTarget.contains(target as Node);

/** Handlers of an element that takes dropped files, and whether files are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const dropHandlers = {
    onDragOver: (event: DragEvent) => {
      if (!isOwn(event) || !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (!isOwn(event) || files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
  };
  return { isOver, dropHandlers };
}
