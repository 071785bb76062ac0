import { MARKS, nameOf, parsed } from "./dom";

/**
 * Differences that are none: what the editor may write otherwise than it was stored. Beside them, white space between
 * blocks and the order of marks on the same words do not count.
 */
const NORMALIZED = {
  /** Elements that mean the same. */
  names: { b: "strong", i: "em", del: "s", strike: "s" } as Readonly<Record<string, string>>,
  /** Elements in which a single paragraph and its bare content are the same. */
  singleParagraphIn: new Set(["li", "td", "th", "blockquote"]),
  /** What the server sets itself, and what is a default. */
  attributes: /^(rel=.*|colspan=1|rowspan=1|start=1)$/,
} as const;

/** Words, a line break or a picture in a line, with the marks on it. */
type Run = { text: string; marks: string };

/**
 * What `html` consists of, in order: an entry for each start and end of a block, and for each run of words with its marks.
 * Texts with equal lists are the same to a reader: they differ in what [NORMALIZED] names at the most.
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
  const inLine = (node: Node, marks: readonly string[]) => {
    if (!isElement(node)) return line.push({ text: node.textContent ?? "", marks: marks.join("") });
    const own = startOf(node);
    if (!MARKS.has(nameOf(node))) return line.push({ text: own, marks: marks.join("") });
    for (const child of node.childNodes) inLine(child, [...new Set([...marks, own])].sort());
  };
  const visit = (element: Element) => {
    const isCode = element.closest("pre") !== null;
    const paragraphs = [...element.children].filter((child) => nameOf(child) === "p");
    const single =
      NORMALIZED.singleParagraphIn.has(nameOf(element)) &&
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
      parts.push(`</${meaningOf(node)}>`);
    }
    endLine(isCode);
  };
  visit(parsed(html).body);
  return parts;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** The element's name, the same for all that mean the same. */
const meaningOf = (element: Element): string => NORMALIZED.names[nameOf(element)] ?? nameOf(element);

/** The element's start with its attributes, in the order of the alphabet. */
function startOf(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
  return `<${[meaningOf(element), ...attributes.filter((one) => !NORMALIZED.attributes.test(one)).sort()].join(" ")}>`;
}
