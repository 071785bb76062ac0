import { Image } from "@tiptap/extension-image";
import { isPictureBlock } from "./dom";

const PICTURE = "img[src]:not([src^='data:'])";

/** A block image. */
const Picture = Image.extend({
  parseHTML: () => [{ tag: PICTURE, getAttrs: (image) => (isPictureBlock(image) ? null : false) }],
});

/** An inline image: next to text, or linked. It can have marks. */
const InlinePicture = Image.extend({
  name: "inlineImage",
  addCommands: () => ({}),
  addInputRules: () => [],
  parseHTML: () => [{ tag: PICTURE, getAttrs: (image) => (isPictureBlock(image) ? false : null) }],
}).configure({ inline: true });

export const pictures = [Picture, InlinePicture];
