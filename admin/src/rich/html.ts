import { Editor } from "@tiptap/core";
import { extensions } from "./extensions";

/** The text as the editor sends it: empty while nothing is in it. */
export function htmlOf(editor: Editor): string {
  // The editor keeps an empty paragraph at the end to type into.
  const html = editor.getHTML().replace(/(<p><\/p>)+$/, "");
  return html.includes("<table") ? withTableParts(html) : html;
}

/**
 * The text as the editor reads it. It has no nodes for a table's caption and sections, so they travel as attributes;
 * [htmlOf] puts them back.
 */
export function forEditor(html: string): string {
  if (!html.includes("<table")) return html;
  const { body } = parsed(html);
  for (const table of body.querySelectorAll("table")) {
    if (table.caption) {
      table.dataset.caption = table.caption.innerHTML;
      table.caption.remove();
    }
    for (const section of [table.tHead, ...table.tBodies, table.tFoot])
      for (const row of section?.rows ?? []) row.dataset.section = section!.tagName.toLowerCase();
  }
  return body.innerHTML;
}

function withTableParts(html: string): string {
  const { body } = parsed(html);
  for (const table of body.querySelectorAll("table")) {
    table.removeAttribute("style");
    table.querySelector("colgroup")?.remove();
    const rows = [...table.rows];
    for (const section of [...table.tBodies]) section.remove();
    let section: Element | undefined;
    for (const row of rows) {
      const name = row.dataset.section ?? "tbody";
      row.removeAttribute("data-section");
      if (section?.tagName.toLowerCase() !== name) {
        section = table.ownerDocument.createElement(name);
        table.append(section);
      }
      section.append(row);
    }
    const { caption } = table.dataset;
    table.removeAttribute("data-caption");
    if (caption !== undefined) table.createCaption().innerHTML = caption;
  }
  return body.innerHTML;
}

/**
 * Pasted HTML with marks in the place of styles. Google Docs wraps everything in `<b style="font-weight:normal">` and
 * writes bold and italic words as styled spans.
 */
export function withMarksForStyles(html: string): string {
  const { body } = parsed(html);
  for (const element of body.querySelectorAll<HTMLElement>(
    "b[style], strong[style], i[style], em[style], span[style]",
  )) {
    const { fontWeight, fontStyle } = element.style;
    const isMark = element.tagName !== "SPAN";
    const isUndone = /^(B|STRONG)$/.test(element.tagName)
      ? /^(normal|400)$/.test(fontWeight)
      : fontStyle === "normal";
    if (isMark && !isUndone) continue;
    const content = [...element.childNodes];
    if (/^(bold|[6-9]00)$/.test(fontWeight)) wrap(content, "strong");
    if (fontStyle === "italic") wrap(content, "em");
    element.replaceWith(...content);
  }
  return body.innerHTML;
}

/** Puts an element around the nodes; the list then holds it alone. */
function wrap(nodes: ChildNode[], name: string): void {
  const mark = nodes[0]?.ownerDocument?.createElement(name);
  if (!mark) return;
  mark.append(...nodes);
  nodes.splice(0, nodes.length, mark);
}

/** Elements that mean the same. */
const EQUAL: Readonly<Record<string, string>> = { b: "strong", i: "em", del: "s", strike: "s" };
/** Elements in which a single paragraph and its bare content are the same. */
const HOLDS_ONE_PARAGRAPH = new Set(["li", "td", "th", "blockquote"]);
/** What the server sets itself, and what is a default. */
const IGNORED = /^(rel=.*|colspan=1|rowspan=1|start=1)$/;
/** Elements that mark words, and stand in a line. Their order around a word does not count. */
const MARKS = new Set("a abbr cite code dfn em ins kbd mark q s small span strong sub sup time".split(" "));

/** Words, a line break or a picture in a line, with the marks on it. */
type Run = { text: string; marks: string };

/**
 * What `html` consists of, in order: an entry for each start and end of a block, and for each run of words with its marks.
 * Texts with equal lists are the same to a reader. These do not count: the names in [EQUAL], a single paragraph in a list
 * item, cell or quotation, white space between blocks, and the order of marks on the same words.
 */
export function partsOf(html: string): string[] {
  const parts: string[] = [];
  let line: Run[] = [];
  const endLine = (isCode: boolean) => {
    const runs = line.reduce<Run[]>((done, run) => {
      const last = done.at(-1);
      if (last?.marks === run.marks) last.text += run.text;
      else done.push({ ...run });
      return done;
    }, []);
    line = [];
    if (!isCode) {
      for (const run of runs) run.text = run.text.replace(/[\t\n\r ]+/g, " ");
      if (runs[0]) runs[0].text = runs[0].text.trimStart();
      const last = runs.at(-1);
      if (last) last.text = last.text.trimEnd();
    }
    for (const { text, marks } of runs) if (text) parts.push(marks + text);
  };
  const inLine = (node: globalThis.Node, marks: readonly string[]) => {
    if (!isElement(node)) return line.push({ text: node.textContent ?? "", marks: marks.join("") });
    const own = startOf(node);
    if (!MARKS.has(nameOf(node))) return line.push({ text: own, marks: marks.join("") });
    for (const child of node.childNodes) inLine(child, [...new Set([...marks, own])].sort());
  };
  const visit = (element: Element) => {
    const isCode = element.closest("pre") !== null;
    const paragraphs = [...element.children].filter((child) => nameOf(child) === "p");
    const single =
      HOLDS_ONE_PARAGRAPH.has(nameOf(element)) &&
      paragraphs.length === 1 &&
      paragraphs[0]!.attributes.length === 0;
    for (const node of element.childNodes) {
      if (node.nodeType !== 1 && node.nodeType !== 3) continue;
      const isInLine = !isElement(node) || MARKS.has(nameOf(node)) || /^(br|img)$/.test(nameOf(node));
      if (isInLine) {
        inLine(node, []);
        continue;
      }
      endLine(isCode);
      if (single && node === paragraphs[0]) {
        visit(node);
        continue;
      }
      parts.push(startOf(node));
      visit(node);
      parts.push(`</${nameOf(node)}>`);
    }
    endLine(isCode);
  };
  visit(parsed(html).body);
  return parts;
}

const isElement = (node: globalThis.Node): node is Element => node.nodeType === 1;

function nameOf(element: Element): string {
  const name = element.tagName.toLowerCase();
  return EQUAL[name] ?? name;
}

/** The element's start with its attributes, in the order of the alphabet. */
function startOf(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
  return `<${[nameOf(element), ...attributes.filter((one) => !IGNORED.test(one)).sort()].join(" ")}>`;
}

/**
 * The elements of `html`, with the attributes that they have, which the editor would lose or change, each once, in order:
 * such a text is edited as HTML. Empty where the editor keeps all of it.
 */
export function lostParts(html: string): string[] {
  const editor = new Editor({ element: null, extensions, content: forEditor(html) });
  const before = partsOf(html);
  const after = partsOf(htmlOf(editor));
  editor.destroy();
  if (before.join("\n") === after.join("\n")) return [];
  const kept = new Set(after.flatMap(startsIn));
  const lost = before.flatMap(startsIn).filter((start) => !kept.has(start));
  // The same elements around other words, or in another order.
  const first = before.findIndex((part, at) => part !== after[at]);
  return lost.length > 0 ? [...new Set(lost)] : [before.at(first)?.slice(0, 60) ?? ""];
}

const startsIn = (part: string) => part.match(/<[a-z][^>]*>/g) ?? [];

// A document of its own: nothing in it is loaded or run.
function parsed(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/** What a link may lead to: the web, a mailbox, a telephone, or a page of this site. */
export const isLink = (address: string): boolean =>
  /^(https?:\/\/[^\s/]+|mailto:[^\s@]+@[^\s@]+$|tel:\+?[\d\s().-]+$|\/(?!\/)|#)/i.test(address.trim());

/** Where a picture may come from. */
export const isPictureAddress = (address: string): boolean =>
  /^(https?:\/\/[^\s/]+\/|\/(?!\/))/i.test(address.trim());
