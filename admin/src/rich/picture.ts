import { Image } from "@tiptap/extension-image";
import { isPictureBlock } from "./dom";

const PICTURE = "img[src]:not([src^='data:'])";

/** A picture that is a block of its own. */
const Picture = Image.extend({
  parseHTML: () => [{ tag: PICTURE, getAttrs: (image) => (isPictureBlock(image) ? null : false) }],
});

/** A picture among words, or linked: it stands in a line and takes marks. */
const InlinePicture = Image.extend({
  name: "inlineImage",
  addCommands: () => ({}),
  addInputRules: () => [],
  parseHTML: () => [{ tag: PICTURE, getAttrs: (image) => (isPictureBlock(image) ? false : null) }],
}).configure({ inline: true });

export const pictures = [Picture, InlinePicture];
