/**
 * One tag of HTML as the API stores it: written by a serializer, so attributes stand in double quotes and every `<`
 * outside of a tag is escaped.
 */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/gi;

/**
 * An article's content, sanitized where it was written, made ready for a page: wide tables scroll by themselves, also
 * by keyboard, and pictures wait until they are near the screen.
 *
 * `tableLabel` is what a scrolling table is called for ears. Only tags of the text are touched, never what stands in an
 * attribute, so nothing can be smuggled out of one.
 */
export function readable(html: string, tableLabel: string): string {
  return html.replace(TAG, (tag, slash: string, name: string, rest: string) => {
    switch (name.toLowerCase()) {
      case "table":
        return slash ? `${tag}</div>` : `<div role="group" aria-label="${tableLabel}" tabindex="0">${tag}`;
      case "img":
        return `<img loading="lazy" decoding="async"${rest}>`;
      default:
        return tag;
    }
  });
}
