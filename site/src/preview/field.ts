import { cache } from "react";

/** Whether this request renders a preview. */
const request = cache(() => ({ isPreview: false }));

/** Makes the parts of the page name their fields. Call it before they are rendered. */
export function markFields(): void {
  request().isPreview = true;
}

/**
 * The attribute of the part of a page that shows this field of the record; none outside of previews. In a preview, the
 * console leads from the part to the field.
 */
export function field(name: string): { "data-field"?: string } {
  return request().isPreview ? { "data-field": name } : {};
}
