import { MARKS, nameOf, parsed } from "./dom";

/**
 * Differences without meaning that the editor may introduce. White space between blocks and the order of marks on the same
 * text do not count either.
 */
const NORMALIZED = {
  /** Elements that mean the same. */
  names: { b: "strong", i: "em", del: "s", strike: "s" } as Readonly<Record<string, string>>,
  /** Elements in which a single paragraph and its bare content are the same. */
  singleParagraphIn: new Set(["li", "td", "th", "blockquote"]),
  /** Attributes that the server sets, and default values. */
  attributes: /^(rel=.*|colspan=1|rowspan=1|start=1)$/,
} as const;

/** Text, a line break or an inline image, with its marks. */
type Run = { text: string; marks: string };

/**
 * The parts of `html` in order: one for each start and end of a block, and for each run of text with its marks. Texts with
 * equal parts differ at most in what [NORMALIZED] lists.
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

/** The element's normalized name. */
const meaningOf = (element: Element): string => NORMALIZED.names[nameOf(element)] ?? nameOf(element);

/** The element's start tag with its attributes in alphabetical order. */
function startOf(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
  return `<${[meaningOf(element), ...attributes.filter((one) => !NORMALIZED.attributes.test(one)).sort()].join(" ")}>`;
}
