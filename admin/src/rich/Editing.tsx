import { Alert, Box } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from "react";
import { t } from "../messages/richText.gen";
import { useEditor } from "./editor";
import { UploadList } from "../media/UploadList";
import { forEditor, htmlOf } from "./html";
import { prose } from "./prose";
import { Toolbar } from "./Toolbar";
import { useBlockMenu } from "./useBlockMenu";
import { useFiles } from "./useFiles";

interface EditingProps {
  html: string;
  labelId: string;
  helpId: string;
  required?: boolean;
  isInvalid: boolean;
  onChange: (html: string) => void;
  onBlur: () => void;
  /** Receives an object with `focus`, for the form. */
  focusRef: (target: { focus: () => void } | null) => void;
}

/** The editor with its toolbar and uploads. */
export function Editing({ labelId, helpId, required, isInvalid, ...text }: EditingProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const openLink = useRef<() => void>(null);
  const openImage = useRef<() => void>(null);
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
  const blockMenu = useBlockMenu(editor, () => openImage.current?.());

  /** Runs before the shortcuts of the editor and of the console. */
  function onKeyDownCapture(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k")
      return blockMenu.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
    openLink.current?.();
  }

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
      <Toolbar editor={editor} ref={toolbar} openLink={openLink} openImage={openImage} />
      <Box
        ref={frame}
        onKeyDownCapture={onKeyDownCapture}
        onKeyDown={(event) => {
          // Tab moves between table cells and indents lists, so Escape leaves the text.
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
        }}
        sx={{
          px: { xs: 1.5, sm: 2.5 },
          py: 2,
          "& .tiptap": { ...prose, minHeight: 240, maxWidth: "68ch", mx: "auto", outline: "none" },
          "& .ProseMirror-selectednode": { outline: (theme) => `3px solid ${theme.tokens["color-link"]}` },
          "& .selectedCell": { bgcolor: "primary.subtle" },
        }}
      />
      {blockMenu.menu}
      {(uploads.length > 0 || hasUnreadable) && (
        <Box sx={{ px: 2, pb: 2 }}>
          <UploadList uploads={uploads} onDismiss={dismiss} />
          {hasUnreadable && (
            <Alert severity="warning" onClose={forget} sx={{ mt: 1.5 }}>
              {t("image.unreadable")}
            </Alert>
          )}
        </Box>
      )}
    </Box>
  );
}

type Text = Pick<EditingProps, "html" | "onChange" | "onBlur" | "focusRef"> &
  Pick<ReturnType<typeof useFiles>, "handlers">;

/** Keeps the cursor visible between the sticky toolbar and the sticky save bar, in pixels. */
const BARS = { top: 130, bottom: 140, left: 0, right: 0 };
const scrolling = { scrollThreshold: BARS, scrollMargin: BARS };

/** The editor of the form's value. Opening a text does not change the value, even if the editor writes it differently. */
function useText(
  frame: RefObject<HTMLElement | null>,
  { html, onChange, onBlur, focusRef, handlers }: Text,
  attributes: Record<string, string>,
): Editor {
  const editor = useEditor(frame, (made) => ({
    content: forEditor(html),
    editorProps: { attributes, ...scrolling, ...handlers(made) },
  }));
  /** The text as the editor writes it, with the form's value for it: initially, and now. */
  const first = useRef<{ text: string; value: string } | null>(null);
  const current = useRef<{ text: string; value: string } | null>(null);

  const changed = useEffectEvent(() => {
    const text = htmlOf(editor);
    if (text === current.current?.text) return;
    // Undoing all changes restores the initial value.
    const value = text === first.current?.text ? first.current.value : text;
    current.current = { text, value };
    onChange(value);
  });
  const blurred = useEffectEvent(() => onBlur());
  useEffect(() => {
    const update = () => changed();
    const blur = () => blurred();
    editor.on("update", update).on("blur", blur);
    return () => void editor.off("update", update).off("blur", blur);
  }, [editor]);

  useEffect(() => {
    // The form was reset, for example to the saved value.
    if (current.current && current.current.value !== html)
      editor.commands.setContent(forEditor(html), { emitUpdate: false });
    if (current.current?.value !== html)
      first.current = current.current = { text: htmlOf(editor), value: html };
  }, [editor, html]);

  const isInvalid = attributes["aria-invalid"] ?? "";
  const describe = useEffectEvent(() =>
    editor.setOptions({ editorProps: { attributes, ...scrolling, ...handlers(() => editor) } }),
  );
  useEffect(() => describe(), [isInvalid]);

  const provideFocus = useEffectEvent((target: Parameters<typeof focusRef>[0]) => focusRef(target));
  useEffect(() => {
    provideFocus({ focus: () => void editor.commands.focus() });
    return () => provideFocus(null);
  }, [editor]);
  return editor;
}
