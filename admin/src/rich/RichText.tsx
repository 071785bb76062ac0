import { Box } from "@mui/material";
import { useRef } from "react";
import { useEditor } from "./editor";
import { forEditor } from "./html";
import { prose } from "./prose";

/**
 * A long text to be read. What is shown went through the editor's own idea of a text, so that nothing else (a script, a
 * handler, a frame) is in the page even when it was never sanitized.
 */
export default function RichText({ html }: { html: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useEditor(frame, () => ({ content: forEditor(html), editable: false }));
  return <Box ref={frame} sx={{ "& .tiptap": prose }} />;
}
