import { mergeAttributes, Node } from "@tiptap/core";

/** A picture with its caption: `<figure><img><figcaption>…</figcaption></figure>`. The caption is typed in place. */
export const Figure = Node.create({
  name: "figure",
  group: "block",
  content: "inline*",
  isolating: true,
  draggable: true,

  addAttributes() {
    const ofImage = (name: string) => ({
      default: null,
      parseHTML: (element: HTMLElement) => element.querySelector("img")?.getAttribute(name) ?? null,
    });
    return { src: ofImage("src"), alt: ofImage("alt") };
  },

  parseHTML() {
    return [
      {
        tag: "figure",
        contentElement: (figure) =>
          figure.querySelector<HTMLElement>("figcaption") ?? document.createElement("figcaption"),
        getAttrs: (figure) => (isPicture(figure) ? null : false),
      },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ["figure", ["img", mergeAttributes(HTMLAttributes)], ["figcaption", 0]];
  },
});

/** One picture and at most its caption: other figures (a table's, several pictures') are left to the HTML view. */
export function isPicture(figure: Element): boolean {
  const parts = [...figure.children].map(({ tagName }) => tagName);
  return (
    parts.filter((tag) => tag === "IMG").length === 1 &&
    parts.every((tag) => tag === "IMG" || tag === "FIGCAPTION")
  );
}
