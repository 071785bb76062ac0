import { Alert, Box } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { useEditor } from "./editor";
import { UploadList } from "../media/UploadList";
import { forEditor, htmlOf } from "./html";
import { prose } from "./prose";
import { Toolbar } from "./Toolbar";
import { useFiles } from "./useFiles";
import { words } from "./words";

interface EditingProps {
  html: string;
  labelId: string;
  helpId: string;
  required?: boolean;
  isInvalid: boolean;
  onChange: (html: string) => void;
  onBlur: () => void;
  /** Told what can have the focus, so that a form can lead to it. */
  focusRef: (target: { focus: () => void } | null) => void;
}

/** The text and its buttons. */
export function Editing({ labelId, helpId, required, isInvalid, ...text }: EditingProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { uploads, dismiss, hasUnreadable, forget, handlers } = useFiles();
  const editor = useText(
    frame,
    { ...text, handlers },
    {
      role: "textbox",
      "aria-multiline": "true",
      "aria-labelledby": labelId,
      "aria-describedby": helpId,
      "aria-required": String(required ?? false),
      "aria-invalid": String(isInvalid),
    },
  );
  return (
    <Box
      sx={{
        border: 1,
        borderColor: isInvalid ? "error.main" : "text.secondary",
        borderRadius: "10px",
        bgcolor: "background.paper",
        "&:focus-within": {
          outline: (theme) => `2px solid ${theme.tokens["color-link"]}`,
          outlineOffset: -1,
        },
      }}
    >
      <Toolbar editor={editor} ref={toolbar} />
      <Box
        ref={frame}
        onKeyDown={(event) => {
          // Tab goes from cell to cell in a table and indents in a list: this is the way out.
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
        }}
        sx={{
          px: { xs: 1.5, sm: 2.5 },
          py: 2,
          maxHeight: "60vh",
          overflowY: "auto",
          "& .tiptap": { ...prose, minHeight: 240, maxWidth: "68ch", mx: "auto", outline: "none" },
          "& .ProseMirror-selectednode": { outline: (theme) => `3px solid ${theme.tokens["color-link"]}` },
          "& .selectedCell": { bgcolor: "primary.subtle" },
        }}
      />
      {(uploads.length > 0 || hasUnreadable) && (
        <Box sx={{ px: 2, pb: 2 }}>
          <UploadList uploads={uploads} onDismiss={dismiss} />
          {hasUnreadable && (
            <Alert severity="warning" onClose={forget} sx={{ mt: 1.5 }}>
              {words.image.unreadable}
            </Alert>
          )}
        </Box>
      )}
    </Box>
  );
}

type Text = Pick<EditingProps, "html" | "onChange" | "onBlur" | "focusRef"> &
  Pick<ReturnType<typeof useFiles>, "handlers">;

/** The editor over the form's value. The value changes only when the text does: looking at it edits nothing. */
function useText(
  frame: RefObject<HTMLElement | null>,
  { html, onChange, onBlur, focusRef, handlers }: Text,
  attributes: Record<string, string>,
): Editor {
  const editor = useEditor(frame, (made) => ({
    content: forEditor(html),
    editorProps: { attributes, ...handlers(made) },
  }));
  /** The text as the editor writes it, and the form's value that stands for it: as it was at the start, and is now. */
  const first = useRef<{ text: string; value: string } | null>(null);
  const said = useRef<{ text: string; value: string } | null>(null);

  const changed = useEffectEvent(() => {
    const text = htmlOf(editor);
    if (text === said.current?.text) return;
    // What was undone is as it was.
    const value = text === first.current?.text ? first.current.value : text;
    said.current = { text, value };
    onChange(value);
  });
  const left = useEffectEvent(() => onBlur());
  useEffect(() => {
    const update = () => changed();
    const blur = () => left();
    editor.on("update", update).on("blur", blur);
    return () => void editor.off("update", update).off("blur", blur);
  }, [editor]);

  useEffect(() => {
    // The form was started anew, with what was saved.
    if (said.current && said.current.value !== html)
      editor.commands.setContent(forEditor(html), { emitUpdate: false });
    if (said.current?.value !== html) first.current = said.current = { text: htmlOf(editor), value: html };
  }, [editor, html]);

  const isInvalid = attributes["aria-invalid"] ?? "";
  const describe = useEffectEvent(() =>
    editor.setOptions({ editorProps: { attributes, ...handlers(() => editor) } }),
  );
  useEffect(() => describe(), [isInvalid]);

  const offer = useEffectEvent((target: Parameters<typeof focusRef>[0]) => focusRef(target));
  useEffect(() => {
    offer({ focus: () => void editor.commands.focus() });
    return () => offer(null);
  }, [editor]);
  return editor;
}
