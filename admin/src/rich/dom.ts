/** Elements that mark words, and stand in a line. */
export const MARKS = new Set(
  "a abbr b cite code del dfn em i ins kbd mark q s small span strike strong sub sup time".split(" "),
);

export const nameOf = (element: Element): string => element.tagName.toLowerCase();

export const isBlank = (node: Node): boolean => !node.textContent?.trim();

/** The text as a document of its own: nothing in it is loaded or run. */
export function parsed(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/** Whether the node stands in a line: words, a mark on them or a break. */
export function isWords(node: Node): boolean {
  if (node.nodeType !== 1) return node.nodeType === 3 && !isBlank(node);
  return MARKS.has(nameOf(node as Element)) || node.nodeName === "BR";
}

/** Whether the element holds blocks, and not one line of words. A picture without words beside it is a block. */
export function holdsBlocks(element: Element): boolean {
  const isPicture = (child: Element) => nameOf(child) === "img";
  return (
    [...element.children].some((child) => !isWords(child) && !isPicture(child)) ||
    ([...element.children].some(isPicture) && ![...element.childNodes].some(isWords))
  );
}

/** Whether a picture is a block of its own: directly in what holds blocks, without words beside it. */
export function isPictureBlock(image: Element): boolean {
  const parent = image.parentElement;
  return !parent || (/^(body|blockquote|dd|div|figure|td|th)$/.test(nameOf(parent)) && holdsBlocks(parent));
}
