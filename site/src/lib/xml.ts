/** Text that may stand in an XML document, inside an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(NEVER, "").replace(/[&<>"']/g, (character) => ENTITY[character]!);
}

/** What no XML document may hold, not even written as a number: control characters and halves of characters. */
const NEVER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITY: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
