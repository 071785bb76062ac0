import ImageOutlined from "@mui/icons-material/ImageOutlined";
import { TextField } from "@mui/material";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { PickButton } from "../media/PickButton";
import { AskDialog } from "./AskDialog";
import { useEditorValue } from "./editor";
import { isPictureAddress } from "./addresses";
import { ToolButton } from "./ToolButton";
import { words } from "./words";

const EMPTY = { src: "", alt: "", caption: "" };

/** The kinds of pictures in a text. */
const KINDS = ["figure", "image", "inlineImage"] as const;

/** Puts a picture in by its address, or changes the selected one; with a caption it becomes a figure. */
export function ImageButton({ editor }: { editor: Editor }) {
  const isOn = useEditorValue(editor, (now) => KINDS.some((kind) => now.isActive(kind)));
  const [isOpen, setOpen] = useState(false);
  const [picture, setPicture] = useState(EMPTY);
  const [isFaulty, setFaulty] = useState(false);
  const kind = isOpen ? KINDS.find((one) => editor.isActive(one)) : undefined;
  const isFigure = kind === "figure";

  function open() {
    const held = editor.getAttributes(KINDS.find((one) => editor.isActive(one)) ?? "image") as Partial<
      typeof EMPTY
    >;
    setPicture({ src: held.src ?? "", alt: held.alt ?? "", caption: "" });
    setFaulty(false);
    setOpen(true);
  }

  function set() {
    const attrs = { src: picture.src.trim(), alt: picture.alt.trim() };
    if (!isPictureAddress(attrs.src)) return setFaulty(true);
    setOpen(false);
    const caption = picture.caption.trim();
    const chain = editor.chain();
    // Its width and height were those of the other file.
    const size = attrs.src === editor.getAttributes(kind ?? "image").src ? {} : { width: null, height: null };
    if (kind && !caption) chain.updateAttributes(kind, { ...attrs, ...size }).run();
    else if (caption)
      chain.insertContent({ type: "figure", attrs, content: [{ type: "text", text: caption }] }).run();
    else chain.setImage(attrs).run();
  }

  const field = (name: keyof typeof EMPTY) => ({
    label: { src: words.image.address, alt: words.image.alt, caption: words.image.caption }[name],
    value: picture[name],
    onChange: ({ target }: { target: { value: string } }) => setPicture({ ...picture, [name]: target.value }),
  });
  return (
    <>
      <ToolButton label={words.image.button} isOn={isOn} hasPopup="dialog" onClick={open}>
        <ImageOutlined fontSize="small" />
      </ToolButton>
      <AskDialog
        isOpen={isOpen}
        title={words.image.title}
        yes={words.image.set}
        onYes={set}
        onClose={() => setOpen(false)}
        onExited={() => editor.commands.focus()}
      >
        <TextField
          {...field("src")}
          error={isFaulty}
          helperText={isFaulty ? words.image.fault : words.image.hint}
          autoFocus
        />
        <PickButton
          label={words.image.title}
          onPick={([chosen]) => {
            if (chosen) setPicture({ ...picture, src: chosen.url, alt: picture.alt || (chosen.alt ?? "") });
          }}
        />
        <TextField {...field("alt")} helperText={words.image.altHint} />
        {/* A figure's caption is typed in the text itself. */}
        {!isFigure && <TextField {...field("caption")} />}
      </AskDialog>
    </>
  );
}
