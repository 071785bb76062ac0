import { Extension, Mark, Node } from "@tiptap/core";

/** Marks on words that the server keeps and the toolbar does not offer, each with its attributes. */
const MARKS: Record<string, readonly string[]> = {
  abbr: ["title"],
  cite: [],
  dfn: [],
  ins: [],
  kbd: [],
  mark: [],
  q: [],
  small: [],
  sub: [],
  sup: [],
  time: ["datetime"],
};

const optional = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { default: null }]));

const marks = Object.entries(MARKS).map(([name, attributes]) =>
  Mark.create({
    name,
    addAttributes: () => optional(attributes),
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  }),
);

const DescriptionList = Node.create({
  name: "descriptionList",
  group: "block",
  content: "(descriptionTerm | descriptionDetails)+",
  parseHTML: () => [{ tag: "dl" }],
  renderHTML: ({ HTMLAttributes }) => ["dl", HTMLAttributes, 0],
});

const DescriptionTerm = Node.create({
  name: "descriptionTerm",
  content: "inline*",
  parseHTML: () => [{ tag: "dt" }],
  renderHTML: ({ HTMLAttributes }) => ["dt", HTMLAttributes, 0],
});

const DescriptionDetails = Node.create({
  name: "descriptionDetails",
  content: "inline*",
  parseHTML: () => [{ tag: "dd" }],
  renderHTML: ({ HTMLAttributes }) => ["dd", HTMLAttributes, 0],
});

const BLOCKS = [
  "paragraph",
  "heading",
  "blockquote",
  "bulletList",
  "orderedList",
  "listItem",
  "codeBlock",
  "descriptionList",
  "descriptionTerm",
  "descriptionDetails",
  "table",
  "tableRow",
  "tableCell",
  "tableHeader",
];

/** Attributes that the server keeps and nothing on the screen edits. */
const Attributes = Extension.create({
  name: "keptAttributes",
  addGlobalAttributes: () => [
    { types: BLOCKS, attributes: optional(["dir", "lang"]) },
    { types: ["tableHeader"], attributes: optional(["scope"]) },
    {
      types: ["orderedList"],
      attributes: {
        reversed: {
          default: null,
          parseHTML: (list) => (list.hasAttribute("reversed") ? "" : null),
        },
      },
    },
    // See `html.ts`: the parts of a table that the editor has no nodes for.
    { types: ["tableRow"], attributes: optional(["data-section"]) },
    { types: ["table"], attributes: optional(["data-caption"]) },
  ],
});

/** What the server keeps of a text beside what the toolbar offers: it is shown, and survives an edit of other words. */
export const keptParts = [...marks, DescriptionList, DescriptionTerm, DescriptionDetails, Attributes];
