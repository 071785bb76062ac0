import LinkIcon from "@mui/icons-material/Link";
import { Button } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useImperativeHandle, useState, type Ref } from "react";
import { AskDialog } from "../form/AskDialog";
import { t } from "../messages/richText.gen";
import { useEditorValue } from "./editor";
import { isLink } from "./addresses";
import { LinkTargetInput } from "./LinkTargetInput";
import { ToolButton } from "./ToolButton";

interface LinkButtonProps {
  editor: Editor;
  /** Receives a function that opens the dialog. */
  opener: Ref<() => void>;
}

/** Links the selected text; without a selection, inserts the name of the chosen page or the address as text. */
export function LinkButton({ editor, opener }: LinkButtonProps) {
  const isOn = useEditorValue(editor, (now) => now.isActive("link"));
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  /** The name of the chosen page; empty for a typed address. */
  const [name, setName] = useState("");
  const [isInvalid, setInvalid] = useState(false);

  function open() {
    setAddress((editor.getAttributes("link").href as string | undefined) ?? "");
    setName("");
    setInvalid(false);
    setOpen(true);
  }
  useImperativeHandle(opener, () => open);

  function set() {
    const href = address.trim();
    if (!isLink(href)) return setInvalid(true);
    setOpen(false);
    const chain = editor.chain().extendMarkRange("link");
    const text = name || href;
    if (editor.state.selection.empty && !isOn)
      chain.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
  }

  function remove() {
    setOpen(false);
    editor.chain().extendMarkRange("link").unsetLink().run();
  }

  return (
    <>
      <ToolButton label={t("link.title")} keys="Control+K" isOn={isOn} hasPopup="dialog" onClick={open}>
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
        <LinkTargetInput
          address={address}
          isInvalid={isInvalid}
          onChange={(typed) => {
            setAddress(typed);
            setName("");
          }}
          onChoose={(target) => {
            setAddress(target.address);
            setName(target.name);
            setInvalid(false);
          }}
        />
      </AskDialog>
    </>
  );
}
