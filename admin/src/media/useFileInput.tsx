import { useRef, type ReactNode } from "react";

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif";

interface FileInputOptions {
  isMany?: boolean;
  onFiles: (files: File[]) => void;
}

/** A hidden file input for images, which the returned function opens. Only the button that calls it is accessible. */
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
        // Cleared, so that the same file can be chosen again.
        currentTarget.value = "";
      }}
    />
  );
  return [element, () => input.current?.click()];
}
