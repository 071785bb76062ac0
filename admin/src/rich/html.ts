import { createNodeFromContent, getSchema, type Editor } from "@tiptap/core";
import { DOMSerializer, type Node as ProseMirrorNode } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { fixTables } from "@tiptap/pm/tables";
import { isAllowed } from "./allowed";
import { isBlank, isWords, nameOf, parsed } from "./dom";
import { extensions } from "./extensions";
import { PRESERVED_ATTRIBUTE } from "./preserved";
import { partsOf } from "./parts";

const schema = getSchema(extensions);

/** The text as the editor sends it: empty while nothing is in it. */
export const htmlOf = (editor: Editor): string => written(editor.state.doc);

/**
 * The text as the editor reads it. What it has no nodes for is marked: it stands there as a whole, and nothing in it can
 * be changed but in the HTML view. Other parts that would be lost stay unmarked, see [lostParts].
 */
export function forEditor(html: string): string {
  const text = withTablesMarked(html);
  if (isKept(html, text)) return text;
  const { body } = parsed(html);
  // Beside bare words an element is a part of their line.
  const hasLine = [...body.childNodes].some((node) => !isElement(node) && isWords(node));
  for (const part of body.children)
    if (!(hasLine && isWords(part)) && isAllowed(part) && !isKept(part.outerHTML))
      part.setAttribute(PRESERVED_ATTRIBUTE, "");
  return withTablesMarked(body.innerHTML);
}

/**
 * The elements of `html`, with the attributes that they have, which the editor would lose or change, each once, in order:
 * such a text is edited as HTML. Empty where the editor keeps all of it.
 */
export function lostParts(html: string): string[] {
  const before = partsOf(html);
  const after = partsOf(through(forEditor(html)));
  if (before.join("\n") === after.join("\n")) return [];
  const kept = new Set(after.flatMap(startsIn));
  const lost = before.flatMap(startsIn).filter((start) => !kept.has(start));
  // The same elements around other words, or in another order.
  const first = before.findIndex((part, at) => part !== after[at]);
  return lost.length > 0 ? [...new Set(lost)] : [before.at(first)?.slice(0, 60) ?? ""];
}

const startsIn = (part: string) => part.match(/<[a-z][^>]*>/g) ?? [];

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Whether the editor keeps all of `html`; `text` is the same with its tables marked. */
const isKept = (html: string, text = withTablesMarked(html)): boolean =>
  partsOf(html).join("\n") === partsOf(through(text)).join("\n");

/** What the editor makes of a text that [forEditor] prepared. */
function through(text: string): string {
  const doc = createNodeFromContent(text, schema, { slice: false }) as ProseMirrorNode;
  // As the editor does with the first change: rows of different lengths are filled up.
  return written(fixTables(EditorState.create({ doc }))?.doc ?? doc);
}

function written(doc: ProseMirrorNode): string {
  const { body } = parsed("");
  // A document of its own: nothing is loaded.
  DOMSerializer.fromSchema(schema).serializeFragment(doc.content, { document: body.ownerDocument }, body);
  for (const caption of body.querySelectorAll("figcaption")) if (!caption.hasChildNodes()) caption.remove();
  for (const table of body.querySelectorAll("table")) putTogether(table);
  // The editor keeps an empty paragraph at the end to type into.
  for (let last = body.lastElementChild; last && isEmptyParagraph(last); last = body.lastElementChild)
    last.remove();
  return body.innerHTML;
}

const isEmptyParagraph = (element: Element) => nameOf(element) === "p" && !element.hasChildNodes();

/** The parts of a table that the editor has no nodes for, as attributes of those that it has. */
function withTablesMarked(html: string): string {
  const { body } = parsed(html);
  for (const table of body.querySelectorAll("table")) {
    if (table.closest(`[${PRESERVED_ATTRIBUTE}]`)) continue;
    if (table.caption) {
      table.dataset.caption = table.caption.outerHTML;
      table.caption.remove();
    }
    const columns = [...table.children].filter((part) => nameOf(part) === "colgroup");
    if (columns.length > 0) table.dataset.columns = columns.map((part) => part.outerHTML).join("");
    for (const part of columns) part.remove();
    for (const section of [table.tHead, ...table.tBodies, table.tFoot])
      if (section && section.attributes.length === 0)
        for (const row of section.rows) row.dataset.section = nameOf(section);
  }
  keepBlanks(body);
  return body.innerHTML;
}

/** The editor's parser drops line ends between elements, also where they are the space between two words. */
function keepBlanks(element: Element): void {
  for (const node of element.childNodes)
    if (isElement(node)) {
      if (nameOf(node) !== "pre") keepBlanks(node);
    } else if (isBlank(node) && node.previousSibling && isWords(node.previousSibling)) node.textContent = " ";
}

/** A table with the parts that [withTablesMarked] made attributes of. */
function putTogether(table: HTMLTableElement): void {
  const { caption, columns } = table.dataset;
  const rows = [...table.rows];
  if (rows.some((row) => row.dataset.section)) {
    for (const section of [...table.tBodies]) section.remove();
    let section: Element | undefined;
    for (const row of rows) {
      const name = row.dataset.section ?? "tbody";
      row.removeAttribute("data-section");
      if (!section || nameOf(section) !== name) {
        section = table.ownerDocument.createElement(name);
        table.append(section);
      }
      section.append(row);
    }
  }
  table.removeAttribute("style");
  table.querySelector(":scope > colgroup")?.remove();
  for (const name of ["data-caption", "data-columns"]) table.removeAttribute(name);
  const width = [...(rows[0]?.cells ?? [])].reduce((sum, cell) => sum + cell.colSpan, 0);
  // Another number of columns than it was written for: it would shift what it says to others.
  if (columns && countOf(columns) <= width) table.insertAdjacentHTML("afterbegin", columns);
  if (caption) table.insertAdjacentHTML("afterbegin", caption);
}

/** How many columns these `colgroup`s speak of. */
function countOf(columns: string): number {
  const { body } = parsed(`<table>${columns}</table>`);
  const spans = [...body.querySelectorAll<HTMLTableColElement>("col, colgroup:not(:has(col))")];
  return spans.reduce((sum, { span }) => sum + span, 0);
}
