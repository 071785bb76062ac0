import { Extension, Mark, Node } from "@tiptap/core";
import { isAllowed } from "./allowed";
import { holdsBlocks, isBlank, parsed } from "./dom";

/** Marks preserved blocks in the HTML that the editor parses. */
export const PRESERVED_ATTRIBUTE = "data-preserved";

/** Inline elements that the server allows and the toolbar does not offer, with their attributes. */
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

const InlineDivision = Node.create({
  name: "inlineDivision",
  group: "block",
  content: "inline*",
  parseHTML: () => [
    { tag: "div", getAttrs: (division) => (holdsBlocks(division) || isBlank(division) ? false : null) },
  ],
  renderHTML: ({ HTMLAttributes }) => ["div", HTMLAttributes, 0],
});

/**
 * A block that the server allows and the editor has no nodes for. It is shown unchanged, and moved or deleted as a whole.
 * `html.ts` marks such blocks.
 */
const PreservedBlock = Node.create({
  name: "preservedBlock",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    html: {
      default: "",
      rendered: false,
      parseHTML: (element: HTMLElement) => {
        const copy = element.cloneNode(true) as HTMLElement;
        copy.removeAttribute(PRESERVED_ATTRIBUTE);
        return copy.outerHTML;
      },
    },
  }),
  parseHTML: () => [
    {
      tag: `[${PRESERVED_ATTRIBUTE}]`,
      priority: 1000,
      // Pasted HTML may have this attribute too.
      getAttrs: (element) => {
        const copy = element.cloneNode(true) as HTMLElement;
        copy.removeAttribute(PRESERVED_ATTRIBUTE);
        return isAllowed(copy) ? null : false;
      },
    },
  ],
  renderHTML: ({ node }) => parsed(node.attrs.html as string).body.firstElementChild ?? ["div"],
});

/** Attributes that the server allows and the editor does not change. */
const Attributes = Extension.create({
  name: "preservedAttributes",
  addGlobalAttributes: () => [
    { types: "*", attributes: optional(["dir", "lang"]) },
    // After a split the second half is another block.
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
    // Parts of a table without editor nodes; see `html.ts`.
    { types: ["tableRow"], attributes: optional(["data-section"]) },
    { types: ["table"], attributes: optional(["data-caption", "data-columns"]) },
  ],
});

/** Extensions for HTML that the server allows and the toolbar does not offer: it is shown and survives edits. */
export const preservedExtensions = [
  ...marks,
  DescriptionList,
  DescriptionTerm,
  DescriptionDetails,
  DescriptionBlocks,
  Division,
  InlineDivision,
  PreservedBlock,
  Attributes,
];
