/**
 * Text as a search compares it: Unicode marks taken off, đ written d, lower case, single spaces.
 *
 * Both sides of a comparison are folded, so "dong phong nha", "ĐỘNG Phong Nha" and a decomposed "Động" meet.
 * đ is a letter of its own in Unicode, not d with a mark, hence the explicit replacement.
 */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[đĐ]/g, "d")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** Folded text as part of an address or an element id: letters, digits and single hyphens. */
export function slugify(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
