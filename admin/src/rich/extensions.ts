import { Image } from "@tiptap/extension-image";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { Figure } from "./figure";

/**
 * What a long text may be made of here: what the server keeps when it sanitizes (decisions §6), and nothing that it
 * would take out again, such as colours and alignment.
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
];
