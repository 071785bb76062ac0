import type { Editor } from "@tiptap/core";
import type { EditorProps } from "@tiptap/pm/view";
import { useState } from "react";
import { useUploads } from "../media/useUploads";
import { useRenew } from "../useRenew";
import { forPaste, isEmbedCode, picturesOf } from "./paste";

/** Handles pasted and dropped files and HTML: uploads images to the library and inserts them at their position. */
export function useFiles() {
  const renew = useRenew();
  const [hasUnreadable, setUnreadable] = useState(false);
  const { uploads, add, dismiss } = useUploads(() => {});

  /** Uploads the files and inserts each at `at`, which follows edits in the meantime. */
  function upload(editor: Editor, files: readonly File[], at: number) {
    let position = at;
    let rest = files.length;
    const follow = ({ transaction }: { transaction: { mapping: { map(position: number): number } } }) =>
      (position = transaction.mapping.map(position));
    editor.on("transaction", follow);
    const ended = () => --rest === 0 && editor.off("transaction", follow);
    add(
      files,
      ({ url, alt }) => {
        void renew(["media"]);
        editor.commands.insertContentAt(position, { type: "image", attrs: { src: url, alt: alt ?? "" } });
        ended();
      },
      ended,
    );
  }

  /** The paste and drop handlers of the editor. */
  const handlers = (editor: () => Editor): EditorProps => ({
    transformPastedHTML: (html) => {
      const { text, files, isUnreadable } = picturesOf(forPaste(html));
      setUnreadable(isUnreadable);
      // After the pasted text has been inserted.
      if (files.length > 0) setTimeout(() => upload(editor(), files, editor().state.selection.to));
      return text;
    },
    handlePaste: (view, { clipboardData }) => {
      const files = [...(clipboardData?.files ?? [])];
      const code = clipboardData?.getData("text/plain") ?? "";
      if (isEmbedCode(code) && !clipboardData?.getData("text/html")) return view.pasteHTML(code);
      // Word and spreadsheets add an image of the text; a browser adds the address of a copied image.
      const isText = /<(?!(?:meta|img|html|head|body)\b)[a-z]/i.test(
        clipboardData?.getData("text/html") ?? "",
      );
      if (files.length === 0 || isText) return false;
      setUnreadable(false);
      upload(editor(), files, view.state.selection.to);
      return true;
    },
    handleDrop: (view, event, _slice, isMoved) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isMoved || files.length === 0) return false;
      event.preventDefault();
      const dropped = view.posAtCoords({ left: event.clientX, top: event.clientY });
      upload(editor(), files, dropped?.pos ?? view.state.selection.to);
      return true;
    },
  });

  return { uploads, dismiss, hasUnreadable, forget: () => setUnreadable(false), handlers };
}
