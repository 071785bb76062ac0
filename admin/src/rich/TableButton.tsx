import TableChartOutlined from "@mui/icons-material/TableChartOutlined";
import { Menu, MenuItem } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { t } from "../messages/richText.gen";
import { useEditorValue } from "./editor";
import { ToolButton } from "./ToolButton";

/** Inserts a table, or changes the current one. */
export function TableButton({ editor }: { editor: Editor }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isInside = useEditorValue(editor, (now) => now.isActive("table"));
  const chain = () => editor.chain().focus();
  const commands: [string, () => boolean][] = isInside
    ? [
        [t("table.addRow"), () => chain().addRowAfter().run()],
        [t("table.addColumn"), () => chain().addColumnAfter().run()],
        [t("table.toggleHeader"), () => chain().toggleHeaderRow().run()],
        [t("table.deleteRow"), () => chain().deleteRow().run()],
        [t("table.deleteColumn"), () => chain().deleteColumn().run()],
        [t("table.delete"), () => chain().deleteTable().run()],
      ]
    : [[t("table.insert"), () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()]];
  return (
    <>
      <ToolButton
        label={t("table.title")}
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
