import ImageOutlined from "@mui/icons-material/ImageOutlined";
import { TextField } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useImperativeHandle, useState, type Ref } from "react";
import { AskDialog } from "../form/AskDialog";
import { PickButton } from "../media/PickButton";
import { t } from "../messages/richText.gen";
import { useEditorValue } from "./editor";
import { isPictureAddress } from "./addresses";
import { ToolButton } from "./ToolButton";

const EMPTY = { src: "", alt: "", caption: "" };

/** The node types of images. */
const KINDS = ["figure", "image", "inlineImage"] as const;

/** Inserts an image by its address, or changes the selected one; with a caption it becomes a figure. */
export function ImageButton({ editor, opener }: { editor: Editor; opener: Ref<() => void> }) {
  const isOn = useEditorValue(editor, (now) => KINDS.some((kind) => now.isActive(kind)));
  const [isOpen, setOpen] = useState(false);
  const [picture, setPicture] = useState(EMPTY);
  const [isInvalid, setInvalid] = useState(false);
  const kind = isOpen ? KINDS.find((one) => editor.isActive(one)) : undefined;
  const isFigure = kind === "figure";

  function open() {
    const current = editor.getAttributes(KINDS.find((one) => editor.isActive(one)) ?? "image") as Partial<
      typeof EMPTY
    >;
    setPicture({ src: current.src ?? "", alt: current.alt ?? "", caption: "" });
    setInvalid(false);
    setOpen(true);
  }
  useImperativeHandle(opener, () => open);

  function set() {
    const attrs = { src: picture.src.trim(), alt: picture.alt.trim() };
    if (!isPictureAddress(attrs.src)) return setInvalid(true);
    setOpen(false);
    const caption = picture.caption.trim();
    const chain = editor.chain();
    // A different file has other dimensions.
    const size = attrs.src === editor.getAttributes(kind ?? "image").src ? {} : { width: null, height: null };
    if (kind && !caption) chain.updateAttributes(kind, { ...attrs, ...size }).run();
    else if (caption)
      chain.insertContent({ type: "figure", attrs, content: [{ type: "text", text: caption }] }).run();
    else chain.setImage(attrs).run();
  }

  const field = (name: keyof typeof EMPTY) => ({
    label: { src: t("image.address"), alt: t("image.alt"), caption: t("image.caption") }[name],
    value: picture[name],
    onChange: ({ target }: { target: { value: string } }) => setPicture({ ...picture, [name]: target.value }),
  });
  return (
    <>
      <ToolButton label={t("image.title")} isOn={isOn} hasPopup="dialog" onClick={open}>
        <ImageOutlined fontSize="small" />
      </ToolButton>
      <AskDialog
        isOpen={isOpen}
        title={t("image.title")}
        yes={t("image.set")}
        onYes={set}
        onClose={() => setOpen(false)}
        onExited={() => editor.commands.focus()}
      >
        <TextField
          {...field("src")}
          error={isInvalid}
          helperText={isInvalid ? t("image.invalid") : t("image.hint")}
          autoFocus
        />
        <PickButton
          label={t("image.title")}
          onPick={([chosen]) => {
            if (chosen) setPicture({ ...picture, src: chosen.url, alt: picture.alt || (chosen.alt ?? "") });
          }}
        />
        <TextField {...field("alt")} helperText={t("image.altHint")} />
        {/* The caption of a figure is edited in the text. */}
        {!isFigure && <TextField {...field("caption")} />}
      </AskDialog>
    </>
  );
}
