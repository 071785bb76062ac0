import { Extension, Mark, Node } from "@tiptap/core";
import { isAllowed } from "./allowed";
import { holdsBlocks, isBlank, parsed } from "./dom";

/** The attribute that marks a part in the text that the editor reads. */
export const KEPT_AS_IS = "data-kept";

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
  content: "(descriptionTerm | descriptionDetails | descriptionBlocks)+",
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
  parseHTML: () => [{ tag: "dd", getAttrs: (details) => (holdsBlocks(details) ? false : null) }],
  renderHTML: ({ HTMLAttributes }) => ["dd", HTMLAttributes, 0],
});

const DescriptionBlocks = Node.create({
  name: "descriptionBlocks",
  content: "block+",
  parseHTML: () => [{ tag: "dd", getAttrs: (details) => (holdsBlocks(details) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ["dd", HTMLAttributes, 0],
});

const Division = Node.create({
  name: "division",
  group: "block",
  content: "block+",
  parseHTML: () => [{ tag: "div", getAttrs: (division) => (holdsBlocks(division) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ["div", HTMLAttributes, 0],
});

const DivisionOfWords = Node.create({
  name: "divisionOfWords",
  group: "block",
  content: "inline*",
  parseHTML: () => [
    { tag: "div", getAttrs: (division) => (holdsBlocks(division) || isBlank(division) ? false : null) },
  ],
  renderHTML: ({ HTMLAttributes }) => ["div", HTMLAttributes, 0],
});

/**
 * A part that the editor has no nodes for, and the server keeps: shown as it is, moved or deleted as a whole. `html.ts`
 * marks such parts.
 */
const KeptAsIs = Node.create({
  name: "keptAsIs",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    html: {
      default: "",
      rendered: false,
      parseHTML: (element: HTMLElement) => {
        const copy = element.cloneNode(true) as HTMLElement;
        copy.removeAttribute(KEPT_AS_IS);
        return copy.outerHTML;
      },
    },
  }),
  parseHTML: () => [
    {
      tag: `[${KEPT_AS_IS}]`,
      priority: 1000,
      // Pasted text may carry the mark as well.
      getAttrs: (element) => {
        const copy = element.cloneNode(true) as HTMLElement;
        copy.removeAttribute(KEPT_AS_IS);
        return isAllowed(copy) ? null : false;
      },
    },
  ],
  renderHTML: ({ node }) => parsed(node.attrs.html as string).body.firstElementChild ?? ["div"],
});

/** Attributes that the server keeps and nothing on the screen edits. */
const Attributes = Extension.create({
  name: "keptAttributes",
  addGlobalAttributes: () => [
    { types: "*", attributes: optional(["dir", "lang"]) },
    // The second half of a block that is split is another block.
    { types: "*", attributes: { id: { default: null, keepOnSplit: false } } },
    { types: ["tableHeader"], attributes: optional(["scope"]) },
    { types: ["listItem"], attributes: { value: { default: null, keepOnSplit: false } } },
    {
      types: ["orderedList"],
      attributes: {
        reversed: {
          default: null,
          parseHTML: (list) => (list.hasAttribute("reversed") ? "" : null),
        },
      },
    },
    {
      types: ["codeBlock"],
      attributes: {
        hasCode: {
          default: true,
          rendered: false,
          parseHTML: (block) => block.firstElementChild?.tagName === "CODE",
        },
      },
    },
    // See `html.ts`: the parts of a table that the editor has no nodes for.
    { types: ["tableRow"], attributes: optional(["data-section"]) },
    { types: ["table"], attributes: optional(["data-caption", "data-columns"]) },
  ],
});

/** What the server keeps of a text beside what the toolbar offers: it is shown, and survives an edit of other words. */
export const keptParts = [
  ...marks,
  DescriptionList,
  DescriptionTerm,
  DescriptionDetails,
  DescriptionBlocks,
  Division,
  DivisionOfWords,
  KeptAsIs,
  Attributes,
];
