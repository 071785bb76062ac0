import { useState, type ClipboardEvent, type DragEvent, type SyntheticEvent } from "react";

/** React's events bubble through portals: an event of a dialog that opens over the element is not its own. */
const isOwn = ({ target, currentTarget }: SyntheticEvent) => currentTarget.contains(target as Node);

/** Handlers of an element that takes dropped and pasted files, and whether files are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);

  function take(event: SyntheticEvent, data: DataTransfer) {
    const files = [...data.files];
    if (!isOwn(event) || files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }

  return {
    isOver,
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    dropHandlers: {
      onDragOver: (event: DragEvent) => {
        if (!isOwn(event) || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        take(event, event.dataTransfer);
      },
    },
  };
}
