import { Editor, type EditorOptions } from "@tiptap/core";
import { useEffect, useState, useSyncExternalStore, type RefObject } from "react";
import { extensions } from "./extensions";

/** An editor in `frame` while the component is mounted. `options` is called when the editor is created. */
export function useEditor(
  frame: RefObject<HTMLElement | null>,
  options: (editor: () => Editor) => Partial<EditorOptions>,
): Editor {
  const [editor] = useState(() => {
    const made: Editor = new Editor({ element: null, extensions, ...options(() => made) });
    return made;
  });
  useEffect(() => {
    if (!frame.current) return;
    editor.mount(frame.current);
    return () => editor.unmount();
  }, [editor, frame]);
  return editor;
}

/** The value of `read`, updated with each transaction of the editor. */
export function useEditorValue<Value extends string | boolean>(
  editor: Editor,
  read: (editor: Editor) => Value,
): Value {
  return useSyncExternalStore(
    (tell) => {
      editor.on("transaction", tell);
      return () => void editor.off("transaction", tell);
    },
    () => read(editor),
  );
}
