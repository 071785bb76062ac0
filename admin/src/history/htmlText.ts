import { parsed } from "../rich/dom";
import { t } from "../messages/history.gen";

/** Elements that begin a paragraph, and those that begin a line. */
const PARAGRAPHS = "p,h1,h2,h3,h4,h5,h6,ul,ol,dl,blockquote,pre,figure,table,hr,div,section";
const LINES = "li,dt,dd,tr,figcaption,caption";

/**
 * HTML as plain text with paragraphs, for comparisons. Links keep their addresses and images their descriptions. The
 * HTML loads and runs nothing.
 */
export function htmlText(html: string): string {
  const { body } = parsed(html);
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.parentElement?.closest("pre")) text.data = text.data.replace(/[ \t\r\n\f]+/g, " ");
  }
  for (const link of body.querySelectorAll("a[href]")) link.append(` (${link.getAttribute("href")})`);
  for (const image of body.querySelectorAll("img"))
    image.replaceWith(`[${t("image", { name: image.alt || image.getAttribute("src") || "" })}]`);
  for (const lineBreak of body.querySelectorAll("br")) lineBreak.replaceWith("\n");
  for (const cell of body.querySelectorAll("td + td, th + th, th + td, td + th")) cell.prepend(" · ");
  for (const item of body.querySelectorAll("li")) item.prepend("• ");
  surround(body, LINES, "\n");
  surround(body, PARAGRAPHS, "\n\n");
  return (body.textContent ?? "")
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/•\s+/g, "• ")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function surround(body: Element, selector: string, space: string) {
  for (const element of body.querySelectorAll(selector)) {
    element.before(space);
    element.after(space);
  }
}
