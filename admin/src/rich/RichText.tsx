import { Box } from "@mui/material";
import { useRef } from "react";
import { useEditor } from "./editor";
import { forEditor } from "./html";
import { prose } from "./prose";

/**
 * Rich text for reading. The editor's schema drops everything else (scripts, handlers, frames), even if the HTML was never
 * sanitized.
 */
export default function RichText({ html }: { html: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useEditor(frame, () => ({ content: forEditor(html), editable: false }));
  return <Box ref={frame} sx={{ "& .tiptap": prose }} />;
}
