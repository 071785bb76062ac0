import { Image } from "@tiptap/extension-image";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { Figure } from "./figure";
import { keptParts } from "./kept";

/**
 * The parts of a long text: what the server keeps when it sanitizes, and nothing that it would remove, such as colors and
 * alignment.
 */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // Drawn like a link, and taken for one.
    underline: false,
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      protocols: ["mailto", "tel"],
      // The server says what foreign links carry.
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Image,
  TableKit.configure({ table: { resizable: false, renderWrapper: false } }),
  Figure,
  ...keptParts,
];
