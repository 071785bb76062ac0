import { mergeAttributes, Node } from "@tiptap/core";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { figures } from "./figure";
import { preservedExtensions } from "./preserved";
import { pictures } from "./picture";

/** The common parts, with two that keep more: code inside other marks, and `pre` without `code`. */
const Common = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension.name === "code") return extension.extend({ excludes: "" });
      if (!(extension instanceof Node) || extension.name !== "codeBlock") return extension;
      return extension.extend({
        renderHTML: ({ node, HTMLAttributes }) =>
          node.attrs.hasCode
            ? ["pre", mergeAttributes(HTMLAttributes), ["code", 0]]
            : ["pre", HTMLAttributes, 0],
      });
    });
  },
});

/**
 * The parts of a long text: what the server keeps when it sanitizes, and nothing that it would remove, such as colors and
 * alignment.
 */
export const extensions = [
  Common.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
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
  ...pictures,
  TableKit.configure({ table: { resizable: false, renderWrapper: false } }),
  ...figures,
  ...preservedExtensions,
];
