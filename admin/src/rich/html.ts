import type { Editor } from "@tiptap/core";
import { isPicture } from "./figure";

/** What the editor holds, as it is sent: nothing at all while it is empty. */
export function htmlOf(editor: Editor): string {
  // The editor keeps an empty paragraph at the end to type into.
  return editor.getHTML().replace(/(<p><\/p>)+$/, "");
}

/** The tags that the editor holds, and wrappers that may go because their content stays. */
const KEPT = new Set(
  (
    "a b blockquote br code col colgroup del em figcaption figure h2 h3 h4 hr i img li ol p pre s strike strong " +
    "table tbody td tfoot th thead tr ul " +
    "article div section span"
  ).split(" "),
);

/** The tags of `html` that the editor would lose, each once, in order: such a text is edited as HTML. */
export function foreignTags(html: string): string[] {
  // A document of its own: nothing in it is loaded or run.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const lost = [...body.querySelectorAll("*")].filter((element) => {
    const tag = element.tagName.toLowerCase();
    return tag === "figure" ? !isPicture(element) : !KEPT.has(tag);
  });
  return [...new Set(lost.map(({ tagName }) => `<${tagName.toLowerCase()}>`))];
}

/** What a link may lead to: the web, a mailbox, a telephone, or a page of this site. */
export const isLink = (address: string): boolean =>
  /^(https?:\/\/[^\s/]+|mailto:[^\s@]+@[^\s@]+$|tel:\+?[\d\s().-]+$|\/(?!\/)|#)/i.test(address.trim());

/** Where a picture may come from. */
export const isPictureAddress = (address: string): boolean =>
  /^(https?:\/\/[^\s/]+\/|\/(?!\/))/i.test(address.trim());
