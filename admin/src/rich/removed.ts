import { GLOBAL_ATTRIBUTES, isKnownAttribute, isKnownElement } from "./allowed";
import { nameOf, parsed } from "./dom";

const REMOVED_WITH_CONTENT =
  "script, style, noscript, template, iframe, frame, frameset, noframes, noembed, object, embed, applet, svg, math, title, " +
  "textarea, select, xmp, plaintext, audio, video, canvas";

export type RemovedKind = "elements" | "unwrapped" | "links" | "images" | "attributes";
export type Removed = Record<RemovedKind, string[]>;

/** What the server's sanitizer removes from `html`, by kind, each name once (cms/content/src/articles/html_sanitizer.rs). */
export function removedParts(html: string): Removed {
  const found: Record<RemovedKind, Set<string>> = {
    elements: new Set(),
    unwrapped: new Set(),
    links: new Set(),
    images: new Set(),
    attributes: new Set(),
  };
  for (const element of parsed(html).querySelectorAll("head *, body *")) {
    const name = nameOf(element);
    if (element.parentElement?.closest(REMOVED_WITH_CONTENT)) continue;
    if (element.matches(REMOVED_WITH_CONTENT)) found.elements.add(name);
    // The server makes it an `h2`.
    else if (!isKnownElement(name) && name !== "h1") found.unwrapped.add(name);
    else for (const attribute of element.attributes) visit(name, attribute, found);
  }
  return Object.fromEntries(Object.entries(found).map(([kind, names]) => [kind, [...names]])) as Removed;
}

function visit(element: string, { name, value }: Attr, found: Record<RemovedKind, Set<string>>) {
  const isKnown = isKnownAttribute(element, name) || (GLOBAL_ATTRIBUTES as readonly string[]).includes(name);
  if (isKnown && isValueKept(name, value.trim())) return;
  if (name === "href" && element === "a") found.links.add(value);
  else if (name === "src" && element === "img") found.images.add(value);
  // Neither is worth a warning: the server sets one, and readers decide where a link opens.
  else if (element !== "a" || !/^(rel|target)$/.test(name)) found.attributes.add(`${name} (${element})`);
}

function isValueKept(name: string, value: string): boolean {
  switch (name) {
    case "href":
      return isUrlKept(value, /^(https?|mailto|tel)$/i);
    case "src":
      return isUrlKept(value, /^https?$/i);
    case "dir":
      return /^(ltr|rtl|auto)$/.test(value);
    case "scope":
      return /^(row|col)(group)?$/.test(value);
    case "id":
      return value !== "" && !/[\s\p{Cc}]/u.test(value) && new TextEncoder().encode(value).length <= 100;
    case "width":
    case "height":
    case "colspan":
    case "rowspan":
    case "span":
    case "start":
    case "value":
      return /^\d{1,4}$/.test(value);
    default:
      return true;
  }
}

function isUrlKept(url: string, schemes: RegExp): boolean {
  if (/[\p{Cc}\\]/u.test(url)) return false;
  if (/^(#|\/(?!\/))/.test(url)) return true;
  const [, scheme = "", rest = ""] = /^([^:]*):(.*)$/s.exec(url) ?? [];
  return schemes.test(scheme) && (!/^https?$/i.test(scheme) || /^\/\/[^/]/.test(rest));
}
