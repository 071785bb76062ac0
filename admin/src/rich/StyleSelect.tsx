import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import { Button, Menu, MenuItem } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { useEditorValue } from "./editor";
import { words } from "./words";

const LEVELS = [2, 3, 4] as const;
type Style = "paragraph" | `h${(typeof LEVELS)[number]}`;
const STYLES: Style[] = ["paragraph", "h2", "h3", "h4"];

/** Text, or a heading of some size. The page's title is the first heading: those in the text begin below it. */
export function StyleSelect({ editor }: { editor: Editor }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = useEditorValue(editor, (now): Style => {
    const level = LEVELS.find((one) => now.isActive("heading", { level: one }));
    if (level) return `h${level}`;
    return now.isActive("heading") ? "h4" : "paragraph";
  });

  function choose(style: Style) {
    setAnchor(null);
    const level = LEVELS.find((one) => style === `h${one}`);
    const chain = editor.chain().focus();
    (level ? chain.setHeading({ level }) : chain.setParagraph()).run();
  }

  return (
    <>
      <Button
        data-tool
        tabIndex={-1}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${words.style.label}: ${words.style[current]}`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        endIcon={<ArrowDropDown aria-hidden />}
        sx={{
          minHeight: { xs: 44, sm: 36 },
          px: 1,
          borderRadius: "8px",
          color: "text.secondary",
          minWidth: 132,
        }}
      >
        {words.style[current]}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} disableRestoreFocus>
        {STYLES.map((style) => (
          <MenuItem key={style} selected={style === current} onClick={() => choose(style)}>
            {words.style[style]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
