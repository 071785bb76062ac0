import { createNodeFromContent, getSchema, type Editor } from "@tiptap/core";
import { DOMSerializer, type Node as ProseMirrorNode } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { fixTables } from "@tiptap/pm/tables";
import { isAllowed } from "./allowed";
import { isBlank, isInline, nameOf, parsed } from "./dom";
import { extensions } from "./extensions";
import { PRESERVED_ATTRIBUTE } from "./preserved";
import { partsOf } from "./parts";

const schema = getSchema(extensions);

/** The HTML of the editor; an empty string if it has no content. */
export const htmlOf = (editor: Editor): string => serialize(editor.state.doc);

/**
 * Prepares HTML for the editor. Blocks without editor nodes are marked as preserved: they can only be changed in the HTML
 * view. Other parts that would be lost stay unmarked; see [lostParts].
 */
export function forEditor(html: string): string {
  const text = withTablesMarked(html);
  if (isPreserved(html, text)) return text;
  const { body } = parsed(html);
  // Next to text, an element is part of a line.
  const hasLine = [...body.childNodes].some((node) => !isElement(node) && isInline(node));
  for (const part of body.children)
    if (!(hasLine && isInline(part)) && isAllowed(part) && !isPreserved(part.outerHTML))
      part.setAttribute(PRESERVED_ATTRIBUTE, "");
  return withTablesMarked(body.innerHTML);
}

/**
 * The distinct start tags in `html` that the editor would lose or change, in order. Such a text is edited as HTML. Empty if
 * the editor preserves all of it.
 */
export function lostParts(html: string): string[] {
  const before = partsOf(html);
  const after = partsOf(roundTrip(forEditor(html)));
  if (before.join("\n") === after.join("\n")) return [];
  const remaining = new Set(after.flatMap(startsIn));
  const lost = before.flatMap(startsIn).filter((start) => !remaining.has(start));
  // The same elements, but around other text or in another order.
  const first = before.findIndex((part, at) => part !== after[at]);
  return lost.length > 0 ? [...new Set(lost)] : [before.at(first)?.slice(0, 60) ?? ""];
}

const startsIn = (part: string) => part.match(/<[a-z][^>]*>/g) ?? [];

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Whether the editor preserves all of `html`; `text` is the same with its tables marked. */
const isPreserved = (html: string, text = withTablesMarked(html)): boolean =>
  partsOf(html).join("\n") === partsOf(roundTrip(text)).join("\n");

/** Parses and serializes a text that [forEditor] prepared, like the editor. */
function roundTrip(text: string): string {
  const doc = createNodeFromContent(text, schema, { slice: false }) as ProseMirrorNode;
  // The editor fills up short rows at the first change.
  return serialize(fixTables(EditorState.create({ doc }))?.doc ?? doc);
}

function serialize(doc: ProseMirrorNode): string {
  const { body } = parsed("");
  // In a separate document, so that nothing is loaded.
  DOMSerializer.fromSchema(schema).serializeFragment(doc.content, { document: body.ownerDocument }, body);
  for (const caption of body.querySelectorAll("figcaption")) if (!caption.hasChildNodes()) caption.remove();
  for (const table of body.querySelectorAll("table")) restoreTable(table);
  // The editor adds an empty paragraph at the end.
  for (let last = body.lastElementChild; last && isEmptyParagraph(last); last = body.lastElementChild)
    last.remove();
  return body.innerHTML;
}

const isEmptyParagraph = (element: Element) => nameOf(element) === "p" && !element.hasChildNodes();

/** Stores the parts of a table without editor nodes in attributes of the other parts. */
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

/** The editor's parser drops line breaks between elements, even if they separate two words. */
function keepBlanks(element: Element): void {
  for (const node of element.childNodes)
    if (isElement(node)) {
      if (nameOf(node) !== "pre") keepBlanks(node);
    } else if (isBlank(node) && node.previousSibling && isInline(node.previousSibling))
      node.textContent = " ";
}

/** Restores the parts of a table that [withTablesMarked] stored in attributes. */
function restoreTable(table: HTMLTableElement): void {
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
  // With more columns than the table has, they would apply to the wrong ones.
  if (columns && columnCount(columns) <= width) table.insertAdjacentHTML("afterbegin", columns);
  if (caption) table.insertAdjacentHTML("afterbegin", caption);
}

/** The number of columns in these `colgroup`s. */
function columnCount(columns: string): number {
  const { body } = parsed(`<table>${columns}</table>`);
  const spans = [...body.querySelectorAll<HTMLTableColElement>("col, colgroup:not(:has(col))")];
  return spans.reduce((sum, { span }) => sum + span, 0);
}
