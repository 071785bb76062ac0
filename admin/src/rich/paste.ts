import { isLink, isPictureAddress } from "./addresses";
import { holdsBlocks, isBlank, nameOf, parsed } from "./dom";

/** Converts pasted HTML to what this editor writes. HTML from another ProseMirror editor is unchanged. */
export function forPaste(html: string): string {
  if (html.includes("data-pm-slice")) return html;
  const { body } = parsed(html);
  linkEmbeds(body);
  makeLists(body);
  replaceStyles(body);
  for (const heading of body.querySelectorAll("h1")) rename(heading, "h2");
  // Other editors and pages use `div` for lines: these become paragraphs.
  for (const division of body.querySelectorAll("div"))
    if (holdsBlocks(division) || isBlank(division)) division.replaceWith(...division.childNodes);
    else rename(division, "p");
  return body.innerHTML;
}

/** Replaces embedded players and pages, which the server removes, with links to them. */
function linkEmbeds(body: HTMLElement): void {
  for (const embed of body.querySelectorAll("iframe, embed, object, video, audio")) {
    const source = embed.querySelector("source[src]");
    const address =
      embed.getAttribute("src") ?? embed.getAttribute("data") ?? source?.getAttribute("src") ?? "";
    const href = address
      .trim()
      .replace(/^\/\//, "https://")
      .replace(
        /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+).*/,
        "https://www.youtube.com/watch?v=$1",
      );
    const line = body.ownerDocument.createElement("p");
    const link = body.ownerDocument.createElement("a");
    link.setAttribute("href", href);
    link.textContent = href;
    line.append(link);
    if (isLink(href)) embed.replaceWith(line);
    else embed.remove();
  }
}

/** Whether the text is the code with which a site offers its player for embedding. */
export const isEmbedCode = (text: string): boolean => /^\s*<(iframe|embed|object|video|audio)\b/i.test(text);

/**
 * Replaces styles with marks. Google Docs wraps everything in `<b style="font-weight:normal">` and writes bold and
 * italic text as styled spans.
 */
function replaceStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(
    "b[style], strong[style], i[style], em[style], span[style]",
  )) {
    const { fontWeight, fontStyle } = element.style;
    const isMark = nameOf(element) !== "span";
    const isUndone = /^(b|strong)$/.test(nameOf(element))
      ? /^(normal|400)$/.test(fontWeight)
      : fontStyle === "normal";
    if (isMark && !isUndone) continue;
    const content = [...element.childNodes];
    if (/^(bold|[6-9]00)$/.test(fontWeight)) wrap(content, "strong");
    if (fontStyle === "italic") wrap(content, "em");
    element.replaceWith(...content);
  }
}

/** Wraps the nodes in an element, which replaces them in the list. */
function wrap(nodes: ChildNode[], name: string): void {
  const mark = nodes[0]?.ownerDocument?.createElement(name);
  if (!mark) return;
  mark.append(...nodes);
  nodes.splice(0, nodes.length, mark);
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** An item of a list as Word writes it: a paragraph, or a list of its own in Word for the web. */
interface Item {
  element: Element;
  /** The nesting level, from 1. */
  level: number;
  /** The number of an item that is numbered with digits, 1 for other numbering, null for a bullet. */
  number: number | null;
  content: Node[];
}

/** Turns list paragraphs of Word into lists; consecutive items form one list. */
function makeLists(body: HTMLElement): void {
  let items: Item[] = [];
  const end = () => {
    if (items[0]) items[0].element.before(listOf(items, body.ownerDocument));
    for (const { element } of items) element.remove();
    items = [];
  };
  for (const element of body.querySelectorAll('[style*="mso-list:"], .ListContainerWrapper')) {
    const item = itemOf(element);
    if (!item) continue;
    const last = items.at(-1)?.element;
    if (last && !follows(last, element)) end();
    items.push(item);
  }
  end();
}

/** Whether only white space and comments are between the two. */
function follows(last: Element, element: Element): boolean {
  return (
    last.nextElementSibling === element &&
    !between(last, element).some((node) => node.nodeType === 3 && !isBlank(node))
  );
}

function between(first: Node, last: Node): Node[] {
  const nodes: Node[] = [];
  for (let node = first.nextSibling; node && node !== last; node = node.nextSibling) nodes.push(node);
  return nodes;
}

const NUMBER = /^\(?(\d+|[a-z]{1,4})[.)]/i;

function itemOf(element: Element): Item | null {
  if (element.className === "ListContainerWrapper") {
    const item = element.querySelector("li");
    if (!item) return null;
    const level = Number(item.getAttribute("data-aria-level") ?? 1);
    const list = item.parentElement as HTMLOListElement;
    const number = nameOf(list) === "ol" ? list.start : null;
    return { element, level, number, content: [...item.childNodes] };
  }
  const level = /mso-list:[^;]*\blevel(\d)/.exec(element.getAttribute("style") ?? "")?.[1];
  // `mso-list:none` and `mso-list:Ignore` are not items; a numbered heading stays a heading.
  if (!level || nameOf(element) !== "p") return null;
  const marker = [...element.querySelectorAll("span")].find((span) =>
    /mso-list:\s*Ignore/.test(span.getAttribute("style") ?? ""),
  );
  const sign = NUMBER.exec(marker?.textContent.trim() ?? "")?.[1];
  marker?.remove();
  // Word's bullet "o" is a letter without a dot after it.
  return {
    element,
    level: Number(level),
    number: sign ? Number(sign) || 1 : null,
    content: [...element.childNodes],
  };
}

/** The items as nested lists. */
function listOf(items: readonly Item[], document: Document): Element {
  const open: { list: Element; level: number }[] = [];
  const root = document.createDocumentFragment();
  for (const { level, number, content } of items) {
    while (open.length > 1 && open.at(-1)!.level > level) open.pop();
    let place = open.at(-1);
    const name = number === null ? "ul" : "ol";
    if (place && place.level >= level && nameOf(place.list) !== name) {
      open.pop();
      place = open.at(-1)?.level === level ? open.at(-1) : undefined;
    }
    if (!place || place.level < level) {
      const list = document.createElement(name);
      if (number !== null && number > 1) list.setAttribute("start", String(number));
      (open.at(-1)?.list.lastElementChild ?? root).append(list);
      place = { list, level };
      open.push(place);
    }
    const item = document.createElement("li");
    item.append(...content);
    if (!holdsBlocks(item)) {
      const paragraph = document.createElement("p");
      paragraph.append(...item.childNodes);
      item.append(paragraph);
    }
    place.list.append(item);
  }
  const list = document.createElement("div");
  list.append(root);
  return list;
}

/**
 * Removes images that a page cannot show from pasted HTML. Returns embedded images as files, and whether there are
 * unreadable ones (`file:`, `blob:`).
 */
export function picturesOf(html: string): { text: string; files: File[]; isUnreadable: boolean } {
  const { body } = parsed(html);
  const files: File[] = [];
  let isUnreadable = false;
  for (const image of body.querySelectorAll("img")) {
    const address = image.getAttribute("src") ?? "";
    if (isPictureAddress(address)) continue;
    const file = fileOf(address, `picture-${files.length + 1}`);
    if (file) files.push(file);
    else isUnreadable = true;
    image.remove();
  }
  return { text: body.innerHTML, files, isUnreadable };
}

/** The file in a `data:` URL, if it is an image. */
function fileOf(address: string, name: string): File | null {
  const [, type, subtype, content] = /^data:(image\/([a-z]+))[^,]*;base64,(.+)$/is.exec(address) ?? [];
  if (!type || !content) return null;
  try {
    const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
    return new File([bytes], `${name}.${subtype}`, { type });
  } catch {
    return null;
  }
}
