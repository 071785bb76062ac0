/** Which sign stands for a category, and which colour: small enough to be known before the map is loaded. */

import { MARKER_GREY } from "@karst/client/markers";

/** A marker whose category has no icon of its own, or none. */
export const DEFAULT_ICON = "map-pin";

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** `color` when it is a six-digit hex colour, else the grey of row 55. */
export function markerColor(color: string | null | undefined): string {
  return color && HEX_COLOR.test(color) ? color.toUpperCase() : MARKER_GREY;
}

/** The relative luminance of a six-digit hex colour, 0 to 1. Source: WCAG 2.2, "relative luminance". */
export function luminance(color: string): number {
  const linear = (at: number) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}

/** White, or ink where white would fall under 3:1 on `color`: an editor may choose a pale category colour. */
export function inkOn(color: string): "#FFFFFF" | "#1B2420" {
  return 1.05 / (luminance(color) + 0.05) >= 3 ? "#FFFFFF" : "#1B2420";
}
