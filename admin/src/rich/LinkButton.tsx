import LinkIcon from "@mui/icons-material/Link";
import { Button, TextField } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { AskDialog } from "./AskDialog";
import { useEditorValue } from "./editor";
import { isLink } from "./addresses";
import { ToolButton } from "./ToolButton";
import { words } from "./words";

/** Makes the selected words a link; with nothing selected, its address becomes its words. */
export function LinkButton({ editor }: { editor: Editor }) {
  const isOn = useEditorValue(editor, (now) => now.isActive("link"));
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  const [isFaulty, setFaulty] = useState(false);

  function open() {
    setAddress((editor.getAttributes("link").href as string | undefined) ?? "");
    setFaulty(false);
    setOpen(true);
  }

  function set() {
    const href = address.trim();
    if (!isLink(href)) return setFaulty(true);
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
      <ToolButton label={words.link.button} isOn={isOn} hasPopup="dialog" onClick={open}>
        <LinkIcon fontSize="small" />
      </ToolButton>
      <AskDialog
        isOpen={isOpen}
        title={words.link.title}
        yes={words.link.set}
        more={isOn && <Button onClick={remove}>{words.link.remove}</Button>}
        onYes={set}
        onClose={() => setOpen(false)}
        onExited={() => editor.commands.focus()}
      >
        <TextField
          label={words.link.address}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          error={isFaulty}
          helperText={isFaulty ? words.link.fault : words.link.hint}
          autoFocus
        />
      </AskDialog>
    </>
  );
}
