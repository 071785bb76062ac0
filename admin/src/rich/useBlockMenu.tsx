import { Box, Paper, Popper } from "@mui/material";
import { fold } from "@karst/client/fold";
import type { ChainedCommands, Editor } from "@tiptap/core";
import { useEffect, useId, useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { t } from "../messages/richText.gen";
import { useEditorValue } from "./editor";

interface BlockCommand {
  label: string;
  run: (chain: ChainedCommands) => ChainedCommands;
  /** Runs afterwards. */
  then?: () => void;
}

/**
 * The menu of blocks that opens when `/` is typed on an empty line. The text keeps the focus; `onKeyDown` belongs on an
 * element around it, for the capture phase.
 */
export function useBlockMenu(editor: Editor, openImage: () => void) {
  const id = useId();
  const anchor = useMemo(() => lineOf(editor), [editor]);
  const query = useEditorValue(editor, queryOf);
  const [active, setActive] = useState({ query: "", index: 0 });
  const [isDismissed, setDismissed] = useState(false);
  if (query === false && isDismissed) setDismissed(false);

  const commands = query === false || isDismissed ? [] : commandsFor(query, openImage);
  const index = active.query === query ? active.index : 0;
  const isOpen = commands.length > 0;
  const optionId = isOpen ? `${id}${index}` : null;

  useEffect(() => {
    if (optionId === null) return;
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", id);
    dom.setAttribute("aria-activedescendant", optionId);
    document.getElementById(optionId)?.scrollIntoView?.({ block: "nearest" });
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, id, optionId]);

  function run({ run: apply, then }: BlockCommand) {
    const { $from } = editor.state.selection;
    apply(editor.chain().focus().deleteRange({ from: $from.start(), to: $from.pos })).run();
    then?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = commands[index];
    if (step) setActive({ query: query || "", index: (index + step + commands.length) % commands.length });
    else if (event.key === "Escape") setDismissed(true);
    else if (event.key === "Enter" && chosen) run(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const menu: ReactNode = isOpen && (
    <Popper
      open
      disablePortal
      role="presentation"
      placement="bottom-start"
      // The card around the form clips what leaves it, except fixed elements.
      popperOptions={{ strategy: "fixed" }}
      modifiers={[{ name: "preventOverflow", options: { altAxis: true } }]}
      anchorEl={anchor}
      sx={{ zIndex: 3 }}
    >
      <Paper id={id} role="listbox" aria-label={t("blockMenu")} elevation={6} sx={{ py: 0.5, minWidth: 220 }}>
        {commands.map((command, at) => (
          <Box
            key={command.label}
            id={`${id}${at}`}
            role="option"
            aria-selected={at === index}
            // The text keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(command)}
            sx={{
              minHeight: 44,
              px: 2,
              display: "flex",
              alignItems: "center",
              cursor: "pointer",
              "&:hover": { bgcolor: "action.hover" },
              '&[aria-selected="true"]': { bgcolor: "primary.subtle", color: "primary.main" },
            }}
          >
            {command.label}
          </Box>
        ))}
      </Paper>
    </Popper>
  );
  return { menu, onKeyDown };
}

/** The text after the `/` if the line at the cursor holds nothing else; otherwise false. */
function queryOf({ isFocused, state: { selection } }: Editor): string | false {
  const { $from, empty } = selection;
  const { parent, parentOffset, depth } = $from;
  const isLineEnd = parentOffset === parent.content.size;
  if (!isFocused || !empty || !isLineEnd || depth !== 1 || parent.type.name !== "paragraph") return false;
  // An image or a line break on the line would be a child of its own.
  return parent.childCount === 1 ? (/^\/(\S*)$/.exec(parent.textContent)?.[1] ?? false) : false;
}

function commandsFor(query: string, openImage: () => void): BlockCommand[] {
  const commands: BlockCommand[] = [
    { label: t("style.h2"), run: (chain) => chain.setHeading({ level: 2 }) },
    { label: t("style.h3"), run: (chain) => chain.setHeading({ level: 3 }) },
    { label: t("bulletList"), run: (chain) => chain.toggleBulletList() },
    { label: t("orderedList"), run: (chain) => chain.toggleOrderedList() },
    { label: t("blockquote"), run: (chain) => chain.toggleBlockquote() },
    {
      label: t("table.title"),
      run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
    },
    { label: t("image.title"), run: (chain) => chain, then: openImage },
    { label: t("divider"), run: (chain) => chain.setHorizontalRule() },
  ];
  return commands.filter(({ label }) => fold(label).includes(fold(query)));
}

/** The line at the cursor, as an anchor. */
const lineOf = (editor: Editor) => ({
  getBoundingClientRect: () => {
    const { node } = editor.view.domAtPos(editor.state.selection.$from.start());
    return (node instanceof Element ? node : node.parentElement!).getBoundingClientRect();
  },
});
