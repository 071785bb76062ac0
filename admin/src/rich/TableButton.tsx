import TableChartOutlined from "@mui/icons-material/TableChartOutlined";
import { Menu, MenuItem } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { useEditorValue } from "./editor";
import { ToolButton } from "./ToolButton";
import { words } from "./words";

/** Puts a table in, and changes the one that is being edited. */
export function TableButton({ editor }: { editor: Editor }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isInside = useEditorValue(editor, (now) => now.isActive("table"));
  const chain = () => editor.chain().focus();
  const commands: [string, () => boolean][] = isInside
    ? [
        [words.table.addRow, () => chain().addRowAfter().run()],
        [words.table.addColumn, () => chain().addColumnAfter().run()],
        [words.table.headerRow, () => chain().toggleHeaderRow().run()],
        [words.table.deleteRow, () => chain().deleteRow().run()],
        [words.table.deleteColumn, () => chain().deleteColumn().run()],
        [words.table.remove, () => chain().deleteTable().run()],
      ]
    : [[words.table.insert, () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()]];
  return (
    <>
      <ToolButton
        label={words.table.button}
        isOn={isInside}
        hasPopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <TableChartOutlined fontSize="small" />
      </ToolButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} disableRestoreFocus>
        {commands.map(([label, run]) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(null);
              run();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
