import { Node } from "@tiptap/core";
import { nameOf } from "./dom";

/** The image of a figure; may be inside a link. */
const pictureOf = (figure: HTMLElement) => figure.querySelector("img");

const ofPicture = (name: string) => ({
  default: null,
  parseHTML: (figure: HTMLElement) => pictureOf(figure)?.getAttribute(name) ?? null,
});

/** An image with an editable caption: `<figure><img><figcaption>…</figcaption></figure>`. */
export const Figure = Node.create({
  name: "figure",
  group: "block",
  content: "inline*",
  isolating: true,
  draggable: true,

  addAttributes: () => ({
    src: ofPicture("src"),
    alt: ofPicture("alt"),
    width: ofPicture("width"),
    height: ofPicture("height"),
    href: {
      default: null,
      parseHTML: (figure: HTMLElement) => pictureOf(figure)?.closest("a")?.getAttribute("href") ?? null,
    },
  }),

  parseHTML: () => [
    {
      tag: "figure",
      contentElement: (figure) =>
        figure.querySelector<HTMLElement>("figcaption") ?? document.createElement("figcaption"),
      getAttrs: (figure) => (isPicture(figure) ? null : false),
    },
  ],

  renderHTML({ HTMLAttributes: { src, alt, width, height, href, ...own } }) {
    const image = ["img", { src, alt, width, height }] as const;
    return ["figure", own, href ? ["a", { href: href as string }, image] : image, ["figcaption", 0]];
  },
});

/** A figure with other content: several images, a table, a quotation. */
const FigureOfBlocks = Node.create({
  name: "figureOfBlocks",
  group: "block",
  content: "figureCaption? block+ figureCaption?",
  isolating: true,
  parseHTML: () => [
    { tag: "figure", priority: 40, getAttrs: (figure) => (isPicture(figure) ? false : null) },
  ],
  renderHTML: ({ HTMLAttributes }) => ["figure", HTMLAttributes, 0],
});

const FigureCaption = Node.create({
  name: "figureCaption",
  content: "inline*",
  parseHTML: () => [{ tag: "figcaption" }],
  renderHTML: ({ HTMLAttributes }) => ["figcaption", HTMLAttributes, 0],
});

export const figures = [Figure, FigureOfBlocks, FigureCaption];

/** A single image, linked or not, with at most a plain caption below it. */
function isPicture(figure: Element): boolean {
  const [first, second, ...others] = figure.children;
  const picture = first && nameOf(first) === "a" && first.children.length === 1 ? first.children[0] : first;
  return (
    picture !== undefined &&
    nameOf(picture) === "img" &&
    (second === undefined || (nameOf(second) === "figcaption" && second.attributes.length === 0)) &&
    others.length === 0
  );
}
