import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import { Button, Menu, MenuItem } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { t } from "../messages/richText.gen";
import { useEditorValue } from "./editor";

const LEVELS = [2, 3, 4] as const;
type Style = "paragraph" | `h${(typeof LEVELS)[number]}`;
const STYLES: Style[] = ["paragraph", "h2", "h3", "h4"];

/** The paragraph style. Headings start at level 2, because the title is level 1. */
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
        aria-label={t("style.button", { style: t(`style.${current}`) })}
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
        {t(`style.${current}`)}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} disableRestoreFocus>
        {STYLES.map((style) => (
          <MenuItem key={style} selected={style === current} onClick={() => choose(style)}>
            {t(`style.${style}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
