/** Lamps and steam. */
import { circle, fill, stroke, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Random } from "./random";

/** A round silk lantern on a cord from (x, y); `size` is its half width. It glows in the dark. */
export function lantern(
  palette: ScenePalette,
  x: number,
  y: number,
  cord: number,
  size: number,
  color = palette.lamp,
): string {
  const middle = y + cord + size * 0.85;
  const halo =
    palette.time === "dusk" || palette.time === "night"
      ? circle(palette.lamp, x, Math.round(middle), Math.round(size * 2.3), `opacity=".22"`)
      : "";
  const body = new PathBuilder()
    .move(x - size * 0.45, middle - size * 0.85)
    .curve(x - size * 1.5, middle, x - size * 0.45, middle + size * 0.85)
    .line(x + size * 0.45, middle + size * 0.85)
    .curve(x + size * 1.5, middle, x + size * 0.45, middle - size * 0.85);
  const at = Math.round(x);
  const rim = Math.round(size * 0.4);
  const top = Math.round(middle - size * 0.85);
  const low = Math.round(middle + size * 0.85);
  return (
    halo +
    fill(color, body.close()) +
    stroke(
      mix(color, palette.fore, 0.55),
      2,
      `M${at} ${Math.round(y)}V${Math.round(low + size * 0.6)}M${at - rim} ${top}h${rim * 2}M${at - rim} ${low}h${rim * 2}`,
    )
  );
}

/** Steam over a pot or bowl: two or three rising curls from (x, y), `height` tall. */
export function steam(
  random: Random,
  color: string,
  x: number,
  y: number,
  height: number,
  width = 6,
): string {
  const path = new PathBuilder();
  for (const shift of [-1, 0, 1]) {
    const from = x + shift * height * 0.24;
    const sway = height * random.between(0.1, 0.18) * (shift || 1);
    const tall = height * (shift === 0 ? 1 : random.between(0.6, 0.8));
    path
      .move(from, y)
      .curve(from + sway, y - tall * 0.25, from, y - tall * 0.5)
      .curve(from - sway, y - tall * 0.75, from + sway * 0.4, y - tall);
  }
  return stroke(color, width, path, `opacity=".55"`);
}

/** A string of small bulbs between two points, sagging by `sag`. */
export function bulbs(
  palette: ScenePalette,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  sag: number,
): string {
  const middleX = (fromX + toX) / 2;
  const middleY = (fromY + toY) / 2 + sag * 2;
  const curve = `M${Math.round(fromX)} ${Math.round(fromY)}Q${Math.round(middleX)} ${Math.round(middleY)} ${Math.round(toX)} ${Math.round(toY)}`;
  return (
    stroke(palette.fore, 2, curve) +
    stroke(palette.lamp, 9, curve, `stroke-dasharray="0 34" stroke-dashoffset="-17"`)
  );
}
