/** Icons and colors of categories. Pages without a map use them too, so this module does not import the map library. */

import { DEFAULT_MARKER_COLOR } from "@karst/client/markers";

/** The icon of a place whose category has none, or without a category. */
export const DEFAULT_ICON = "map-pin";

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** `color` if it is a six-digit hex color, otherwise gray. R55 */
export function markerColor(color: string | null | undefined): string {
  return color && HEX_COLOR.test(color) ? color.toUpperCase() : DEFAULT_MARKER_COLOR;
}

/** The relative luminance of a six-digit hex color, 0 to 1 (WCAG 2.2). */
export function luminance(color: string): number {
  const linear = (start: number) => {
    const channel = parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}

/** White, or a dark color if white has less contrast than 3:1: editors may choose pale category colors. */
export function iconColorOn(color: string): "#FFFFFF" | "#1B2420" {
  return 1.05 / (luminance(color) + 0.05) >= 3 ? "#FFFFFF" : "#1B2420";
}
