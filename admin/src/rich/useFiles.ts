import type { Editor } from "@tiptap/core";
import type { EditorProps } from "@tiptap/pm/view";
import { useState } from "react";
import { useUploads } from "../media/useUploads";
import { useRenew } from "../useRenew";
import { forPaste, picturesOf } from "./paste";

/** Files and texts that are pasted or dropped: pictures go into the library, and stand where they were put. */
export function useFiles() {
  const renew = useRenew();
  const [hasUnreadable, setUnreadable] = useState(false);
  const { uploads, add, dismiss } = useUploads(() => {});

  /** Uploads the files and puts each where `at` is by then. */
  function take(editor: Editor, files: readonly File[], at: number) {
    let place = at;
    let rest = files.length;
    const follow = ({ transaction }: { transaction: { mapping: { map(position: number): number } } }) =>
      (place = transaction.mapping.map(place));
    editor.on("transaction", follow);
    const ended = () => --rest === 0 && editor.off("transaction", follow);
    add(
      files,
      ({ url, alt }) => {
        void renew(["media"]);
        editor.commands.insertContentAt(place, { type: "image", attrs: { src: url, alt: alt ?? "" } });
        ended();
      },
      ended,
    );
  }

  /** What the editor does with what is put into it. */
  const handlers = (editor: () => Editor): EditorProps => ({
    transformPastedHTML: (html) => {
      const { text, files, isUnreadable } = picturesOf(forPaste(html));
      setUnreadable(isUnreadable);
      // Behind what is pasted, once it is there.
      if (files.length > 0) setTimeout(() => take(editor(), files, editor().state.selection.to));
      return text;
    },
    handlePaste: (view, { clipboardData }) => {
      const files = [...(clipboardData?.files ?? [])];
      // Word and spreadsheets send a picture of the text along; a browser sends the address of the picture that was copied.
      const isText = /<(?!(?:meta|img|html|head|body)\b)[a-z]/i.test(
        clipboardData?.getData("text/html") ?? "",
      );
      if (files.length === 0 || isText) return false;
      setUnreadable(false);
      take(editor(), files, view.state.selection.to);
      return true;
    },
    handleDrop: (view, event, _slice, isMoved) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isMoved || files.length === 0) return false;
      event.preventDefault();
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      take(editor(), files, place?.pos ?? view.state.selection.to);
      return true;
    },
  });

  return { uploads, dismiss, hasUnreadable, forget: () => setUnreadable(false), handlers };
}
