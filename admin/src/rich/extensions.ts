import { mergeAttributes, Node } from "@tiptap/core";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { figures } from "./figure";
import { preservedExtensions } from "./preserved";
import { pictures } from "./picture";

/** The starter kit, changed to preserve code inside other marks and `pre` without `code`. */
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

/** The editor's extensions: what the server's sanitizer allows, and nothing that it removes, such as colors. */
export const extensions = [
  Common.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
    // Looks like a link.
    underline: false,
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      protocols: ["mailto", "tel"],
      // The server adds the attributes of external links.
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  ...pictures,
  TableKit.configure({ table: { resizable: false, renderWrapper: false } }),
  ...figures,
  ...preservedExtensions,
];
