import { isLink, isPictureAddress } from "./addresses";
import { nameOf } from "./dom";

/** Attributes that the server allows on every element. */
export const GLOBAL_ATTRIBUTES = ["dir", "id", "lang"] as const;

/** The elements that the server allows, with their own attributes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    (
      "b blockquote br caption cite code dd del dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i ins kbd mark p pre q " +
      "s small strong sub sup table tbody tfoot thead tr ul"
    )
      .split(" ")
      .map((name) => [name, []]),
  ),
  a: ["href", "rel"],
  abbr: ["title"],
  col: ["span"],
  colgroup: ["span"],
  img: ["alt", "height", "src", "width"],
  li: ["value"],
  ol: ["reversed", "start"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan", "scope"],
  time: ["datetime"],
};

export const isKnownElement = (name: string): boolean => Object.hasOwn(ALLOWED, name);

export const isKnownAttribute = (element: string, name: string): boolean =>
  ALLOWED[element]?.includes(name) ?? false;

/** Whether the server allows the element and all of its content. */
export function isAllowed(element: Element): boolean {
  return [element, ...element.querySelectorAll("*")].every((one) => {
    const own = ALLOWED[nameOf(one)];
    return (
      own !== undefined &&
      [...one.attributes].every(
        ({ name, value }) =>
          (own.includes(name) || (GLOBAL_ATTRIBUTES as readonly string[]).includes(name)) &&
          (name !== "href" || isLink(value)) &&
          (name !== "src" || isPictureAddress(value)),
      )
    );
  });
}
