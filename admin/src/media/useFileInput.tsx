import { useRef, type ReactNode } from "react";

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif";

interface FileInputOptions {
  isMany?: boolean;
  onFiles: (files: File[]) => void;
}

/** A file input for images that only the returned function opens: its button is the one that people find. */
export function useFileInput({ isMany = false, onFiles }: FileInputOptions): [ReactNode, () => void] {
  const input = useRef<HTMLInputElement>(null);
  const element = (
    <input
      ref={input}
      hidden
      type="file"
      accept={ACCEPTED}
      multiple={isMany}
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
