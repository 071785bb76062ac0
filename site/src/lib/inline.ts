/**
 * JSON that may stand inside a `<script>` element. A `<` in somebody's text could close the element and begin
 * another; written as an escape it means the same to JSON and nothing to HTML.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}
