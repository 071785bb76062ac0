import Code from "@mui/icons-material/Code";
import DataObject from "@mui/icons-material/DataObject";
import FormatBold from "@mui/icons-material/FormatBold";
import FormatItalic from "@mui/icons-material/FormatItalic";
import FormatListBulleted from "@mui/icons-material/FormatListBulleted";
import FormatListNumbered from "@mui/icons-material/FormatListNumbered";
import FormatQuote from "@mui/icons-material/FormatQuote";
import FormatStrikethrough from "@mui/icons-material/FormatStrikethrough";
import HorizontalRule from "@mui/icons-material/HorizontalRule";
import Redo from "@mui/icons-material/Redo";
import Undo from "@mui/icons-material/Undo";
import { Box, Divider } from "@mui/material";
import type { ChainedCommands, Editor } from "@tiptap/core";
import type { ElementType, KeyboardEvent, Ref, RefObject } from "react";
import { t } from "../messages/richText.gen";
import { t as tCommon } from "../messages/common.gen";
import { useEditorValue } from "./editor";
import { ImageButton } from "./ImageButton";
import { LinkButton } from "./LinkButton";
import { StyleSelect } from "./StyleSelect";
import { TableButton } from "./TableButton";
import { ToolButton } from "./ToolButton";

interface Tool {
  name: "bold" | "italic" | "strike" | "code" | "bulletList" | "orderedList" | "blockquote" | "codeBlock";
  Icon: ElementType;
  keys?: string;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const MARKS: Tool[] = [
  { name: "bold", Icon: FormatBold, keys: "Control+B", run: (chain) => chain.toggleBold() },
  { name: "italic", Icon: FormatItalic, keys: "Control+I", run: (chain) => chain.toggleItalic() },
  { name: "strike", Icon: FormatStrikethrough, run: (chain) => chain.toggleStrike() },
  { name: "code", Icon: Code, run: (chain) => chain.toggleCode() },
];

const BLOCKS: Tool[] = [
  { name: "bulletList", Icon: FormatListBulleted, run: (chain) => chain.toggleBulletList() },
  { name: "orderedList", Icon: FormatListNumbered, run: (chain) => chain.toggleOrderedList() },
  { name: "blockquote", Icon: FormatQuote, run: (chain) => chain.toggleBlockquote() },
  { name: "codeBlock", Icon: DataObject, run: (chain) => chain.toggleCodeBlock() },
];

interface ToolbarProps {
  editor: Editor;
  ref: RefObject<HTMLDivElement | null>;
  /** Receive functions that open the dialogs. */
  openLink: Ref<() => void>;
  openImage: Ref<() => void>;
}

/** The toolbar: one tab stop, with arrow keys between the buttons. */
export function Toolbar({ editor, ref, openLink, openImage }: ToolbarProps) {
  return (
    <Box
      ref={ref}
      role="toolbar"
      aria-label={t("toolbar")}
      onKeyDown={move}
      sx={{
        position: "sticky",
        // On narrow screens, below the console's own bar.
        top: { xs: 60, md: 0 },
        zIndex: 2,
        bgcolor: "background.paper",
        display: "flex",
        flexWrap: { sm: "wrap" },
        overflowX: { xs: "auto", sm: "visible" },
        "& > *": { flexShrink: 0 },
        alignItems: "center",
        gap: 0.25,
        p: 0.5,
        borderBottom: 1,
        borderColor: "divider",
        borderRadius: "10px 10px 0 0",
      }}
    >
      {MARKS.map((tool, index) => (
        <Toggle key={tool.name} editor={editor} tool={tool} isFirst={index === 0} />
      ))}
      <Gap />
      <StyleSelect editor={editor} />
      {BLOCKS.map((tool) => (
        <Toggle key={tool.name} editor={editor} tool={tool} />
      ))}
      <Gap />
      <LinkButton editor={editor} opener={openLink} />
      <ImageButton editor={editor} opener={openImage} />
      <TableButton editor={editor} />
      <ToolButton label={t("divider")} onClick={() => editor.chain().focus().setHorizontalRule().run()}>
        <HorizontalRule fontSize="small" />
      </ToolButton>
      <Gap />
      <History editor={editor} />
    </Box>
  );
}

const Gap = () => <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />;

function Toggle({ editor, tool, isFirst }: { editor: Editor; tool: Tool; isFirst?: boolean }) {
  const isOn = useEditorValue(editor, (now) => now.isActive(tool.name));
  return (
    <ToolButton
      label={t(tool.name)}
      keys={tool.keys}
      isOn={isOn}
      isFirst={isFirst}
      onClick={() => tool.run(editor.chain().focus()).run()}
    >
      <tool.Icon fontSize="small" />
    </ToolButton>
  );
}

function History({ editor }: { editor: Editor }) {
  const canUndo = useEditorValue(editor, (now) => now.can().undo());
  const canRedo = useEditorValue(editor, (now) => now.can().redo());
  return (
    <>
      <ToolButton
        label={tCommon("undo")}
        keys="Control+Z"
        isDisabled={!canUndo}
        onClick={() => editor.chain().focus().undo().run()}
      >
        <Undo fontSize="small" />
      </ToolButton>
      <ToolButton
        label={t("redo")}
        keys="Control+Shift+Z"
        isDisabled={!canRedo}
        onClick={() => editor.chain().focus().redo().run()}
      >
        <Redo fontSize="small" />
      </ToolButton>
    </>
  );
}

/** Roving tabindex: arrow keys, Home and End move among the buttons; Tab returns to the last one. */
function move(event: KeyboardEvent<HTMLElement>) {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tool]")];
  const at = tools.indexOf(event.target as HTMLElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  const target = tools[(next + tools.length) % tools.length];
  for (const tool of tools) tool.tabIndex = tool === target ? 0 : -1;
  target?.focus();
}
