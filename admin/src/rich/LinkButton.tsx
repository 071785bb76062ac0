import LinkIcon from "@mui/icons-material/Link";
import { Button, TextField } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { t } from "../messages/richText.gen";
import { AskDialog } from "./AskDialog";
import { useEditorValue } from "./editor";
import { isLink } from "./addresses";
import { ToolButton } from "./ToolButton";

/** Links the selected text; without a selection, inserts the address as text. */
export function LinkButton({ editor }: { editor: Editor }) {
  const isOn = useEditorValue(editor, (now) => now.isActive("link"));
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  const [isInvalid, setInvalid] = useState(false);

  function open() {
    setAddress((editor.getAttributes("link").href as string | undefined) ?? "");
    setInvalid(false);
    setOpen(true);
  }

  function set() {
    const href = address.trim();
    if (!isLink(href)) return setInvalid(true);
    setOpen(false);
    const chain = editor.chain().extendMarkRange("link");
    if (editor.state.selection.empty && !isOn)
      chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
  }

  function remove() {
    setOpen(false);
    editor.chain().extendMarkRange("link").unsetLink().run();
  }

  return (
    <>
      <ToolButton label={t("link.title")} isOn={isOn} hasPopup="dialog" onClick={open}>
        <LinkIcon fontSize="small" />
      </ToolButton>
      <AskDialog
        isOpen={isOpen}
        title={t("link.title")}
        yes={t("link.set")}
        more={isOn && <Button onClick={remove}>{t("link.remove")}</Button>}
        onYes={set}
        onClose={() => setOpen(false)}
        onExited={() => editor.commands.focus()}
      >
        <TextField
          label={t("link.address")}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          error={isInvalid}
          helperText={isInvalid ? t("link.invalid") : t("link.hint")}
          autoFocus
        />
      </AskDialog>
    </>
  );
}
