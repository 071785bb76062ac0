import type { Page } from "@playwright/test";

/** A text of a page in the pseudo-locale that is outside of the brackets of messages. */
export interface OutsideText {
  text: string;
  /** A CSS path, followed by the name of an attribute. */
  where: string;
}

/**
 * The texts of a page with letters outside of ⟦…⟧: its text nodes, also invisible ones, the attributes that people see or
 * hear, the title and the descriptions. An element whose brackets are not balanced is reported too.
 */
export function findOutsideTexts(page: Page): Promise<OutsideText[]> {
  return page.evaluate(() => {
    const ATTRIBUTES = [
      "alt",
      "aria-description",
      "aria-label",
      "aria-placeholder",
      "aria-roledescription",
      "aria-valuetext",
      "label",
      "placeholder",
      "title",
    ];
    const BUTTONS = "input[type=button], input[type=reset], input[type=submit]";
    const DESCRIPTIONS =
      "meta[name=description], meta[property='og:title'], meta[property='og:description'], " +
      "meta[property='og:image:alt'], meta[name='twitter:title'], meta[name='twitter:description']";
    const found: { text: string; where: string }[] = [];

    const report = (text: string, where: string) => {
      if (/\p{L}/u.test(text)) found.push({ text: text.trim(), where });
    };
    /** Reports what is outside of brackets. `depth` is the number of open brackets before and, returned, after the text. */
    const scan = (text: string, depth: number, where: string): number => {
      let outside = "";
      for (const char of text) {
        if (char === "⟦") {
          if (depth === 0) {
            report(outside, where);
            outside = "";
          }
          depth += 1;
        } else if (char === "⟧") depth -= 1;
        else if (depth === 0) outside += char;
      }
      report(outside, where);
      return depth;
    };
    const scanWhole = (text: string, where: string) => {
      if (scan(text, 0, where) !== 0) report(`unbalanced brackets: ${text}`, where);
    };

    const pathOf = (element: Element): string => {
      const steps: string[] = [];
      for (let at: Element | null = element; at && steps.length < 6; at = at.parentElement) {
        if (at.id) {
          steps.unshift(`#${at.id}`);
          break;
        }
        const { localName, classList, parentElement } = at;
        const twins = [...(parentElement?.children ?? [])].filter((other) => other.localName === localName);
        const nth = twins.length > 1 ? `:nth-of-type(${twins.indexOf(at) + 1})` : "";
        steps.unshift(localName + (classList.length > 0 ? `.${classList[0]}` : "") + nth);
      }
      return steps.join(" > ");
    };
    const scanAttributes = (element: Element) => {
      for (const name of ATTRIBUTES) {
        const value = element.getAttribute(name);
        // The host of a link is no text.
        const host = element instanceof HTMLAnchorElement && element.host.replace(/^www\./, "");
        if (value && value !== host) scanWhole(value, `${pathOf(element)} @${name}`);
      }
      if (element.matches(BUTTONS))
        scanWhole((element as HTMLInputElement).value, `${pathOf(element)} @value`);
    };
    const scanGenerated = (element: Element) => {
      for (const pseudo of ["::before", "::after"]) {
        const { content } = getComputedStyle(element, pseudo);
        for (const [, text] of content.matchAll(/"((?:[^"\\]|\\.)*)"/g))
          scanWhole(text!, pathOf(element) + pseudo);
      }
    };
    /** A message with tags begins and ends in text nodes beside those elements, so brackets are counted across nodes. */
    const walk = (element: Element, depth: number): number => {
      const { localName } = element;
      if (["script", "style", "template"].includes(localName)) return depth;
      if (localName === "noscript" && element.ownerDocument === document) {
        const { body } = new DOMParser().parseFromString(element.textContent, "text/html");
        walk(body, 0);
        return depth;
      }
      scanAttributes(element);
      if (element.ownerDocument === document) scanGenerated(element);
      const before = depth;
      for (const node of element.childNodes) {
        if (node instanceof Element) depth = walk(node, depth);
        else if (node instanceof Text) depth = scan(node.data, depth, pathOf(element));
      }
      if (depth !== before) report(`unbalanced brackets: ${element.textContent}`, pathOf(element));
      return before;
    };

    scanWhole(document.title, "title");
    for (const meta of document.querySelectorAll(DESCRIPTIONS))
      scanWhole(meta.getAttribute("content") ?? "", meta.outerHTML.slice(0, 60));
    walk(document.body, 0);
    return found;
  });
}

/** Fields whose values are words of the API. Pages show them by a message. */
const CODES = new Set([
  "bookingType",
  "coordinateConfidence",
  "icon",
  "kind",
  "level",
  "operatingHours",
  "provider",
  "ratingSource",
  "role",
  "scope",
  "slug",
  "state",
  "status",
]);

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
const DATES_AND_DISTANCES = [
  new RegExp(`^(${MONTHS}) (\\d{1,2}, )?\\d{4}$`),
  new RegExp(`^(${MONTHS.replace(/(\w{3})\w*/g, "$1")}) \\d{1,2}, \\d{4}$`),
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
  // The scale of the map.
  /^\d+ k?m$/,
];
/** "5 minutes ago" and "yesterday", as `Intl` writes them. */
const AGES = new Set(
  (["year", "month", "week", "day", "hour", "minute"] as const).flatMap((unit) => {
    const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
    return Array.from({ length: 60 }, (_, index) => format.format(-index - 1, unit));
  }),
);

/** Between two values that a page shows as one text, such as a list of companies. */
const SEPARATOR = /\s*[|·•:;,/()–—]\s*|\s-\s/g;
/** The shortest beginning of a value that a page may show with an ellipsis. */
const MIN_EXCERPT = 10;

/** One line without isolates, and without what is around its first and last letters and digits. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u2066-\u2069\u200b-\u200f]/g, "")
    .replace(/\s+/g, " ")
    .replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");
}

/** The texts of the guide's data, which have no brackets: content, settings, and what people typed. */
export class Values {
  private readonly known = new Set<string>();

  /** Adds all texts in a JSON value. */
  add(value: unknown): void {
    if (typeof value === "string") this.addText(value);
    else if (Array.isArray(value)) value.forEach((item) => this.add(item));
    else if (typeof value === "object" && value !== null)
      for (const [name, item] of Object.entries(value)) if (!CODES.has(name)) this.add(item);
  }

  /** Whether a text consists of values, dates and numbers. */
  covers(text: string): boolean {
    const whole = plain(text);
    if (this.isValue(whole, text)) return true;
    return [...whole.matchAll(SEPARATOR)].some(
      ({ index, 0: separator }) =>
        this.isValue(whole.slice(0, index)) && this.covers(whole.slice(index + separator.length)),
    );
  }

  private isValue(part: string, original = part): boolean {
    const text = plain(part);
    if (!/\p{L}/u.test(text) || this.known.has(text) || AGES.has(text)) return true;
    if (DATES_AND_DISTANCES.some((pattern) => pattern.test(text))) return true;
    const isExcerpt = original.trimEnd().endsWith("…") && text.length >= MIN_EXCERPT;
    return isExcerpt && [...this.known].some((value) => value.startsWith(text));
  }

  private addText(value: string): void {
    const html = value.replace(/<[^>]*>/g, "\n").replace(/&nbsp;|&amp;|&lt;|&gt;|&quot;|&#39;/g, decoded);
    const attributes = [...value.matchAll(/\b(?:alt|title)="([^"]*)"/g)].map(([, text]) => text!);
    // A source is shown without the address at its end.
    const withoutAddress = value.replace(/https?:\/\/\S+$/, "");
    const hosts = (value.match(/https?:\/\/[^\s"<>]+/g) ?? [])
      .filter((address) => URL.canParse(address))
      .map((address) => new URL(address).host.replace(/^www\./, ""));
    for (const text of [
      value,
      ...value.split("\n"),
      ...html.split("\n"),
      ...attributes,
      withoutAddress,
      ...hosts,
    ])
      this.known.add(plain(text));
  }
}

function decoded(entity: string): string {
  const characters: Record<string, string> = {
    "&nbsp;": " ",
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
  };
  return characters[entity]!;
}
