/** Inline elements. */
export const MARKS = new Set(
  "a abbr b cite code del dfn em i ins kbd mark q s small span strike strong sub sup time".split(" "),
);

export const nameOf = (element: Element): string => element.tagName.toLowerCase();

export const isBlank = (node: Node): boolean => !node.textContent?.trim();

/** Parses HTML into a separate document, so that nothing is loaded or run. */
export function parsed(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/** Whether the node is inline: text, an inline element or a line break. */
export function isInline(node: Node): boolean {
  if (node.nodeType !== 1) return node.nodeType === 3 && !isBlank(node);
  return MARKS.has(nameOf(node as Element)) || node.nodeName === "BR";
}

/** Whether the element contains blocks instead of inline content. An image without text next to it is a block. */
export function holdsBlocks(element: Element): boolean {
  const isPicture = (child: Element) => nameOf(child) === "img";
  return (
    [...element.children].some((child) => !isInline(child) && !isPicture(child)) ||
    ([...element.children].some(isPicture) && ![...element.childNodes].some(isInline))
  );
}

/** Whether an image is a block: directly in a container of blocks, without text next to it. */
export function isPictureBlock(image: Element): boolean {
  const parent = image.parentElement;
  return !parent || (/^(body|blockquote|dd|div|figure|td|th)$/.test(nameOf(parent)) && holdsBlocks(parent));
}
