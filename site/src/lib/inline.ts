/**
 * JSON for a `<script>` element. A `<` in a text could close the element; its escape is the same to JSON and has no meaning
 * in HTML.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}
