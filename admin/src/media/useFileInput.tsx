import { visuallyHidden } from "@mui/utils";
import { useRef, type ReactNode } from "react";

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif";

interface FileInputOptions {
  /** The accessible name. */
  label: string;
  isMany?: boolean;
  onFiles: (files: File[]) => void;
}

/** A hidden file input for images, and the function that opens it. */
export function useFileInput({ label, isMany = false, onFiles }: FileInputOptions): [ReactNode, () => void] {
  const input = useRef<HTMLInputElement>(null);
  const element = (
    <input
      ref={input}
      style={visuallyHidden}
      type="file"
      accept={ACCEPTED}
      multiple={isMany}
      tabIndex={-1}
      aria-label={label}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        if (files.length > 0) onFiles(files);
        // The same file may be chosen again.
        currentTarget.value = "";
      }}
    />
  );
  return [element, () => input.current?.click()];
}
