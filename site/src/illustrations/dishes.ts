/** Bowls, glasses, chopsticks and herbs on a table, seen from the side. */
import { fill, stroke, ellipse, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Random } from "./random";

/** The colors of a table: glazed clay, broth, rice, meat, greens and wood. */
export function tablewareColors(palette: ScenePalette) {
  // In the dark, lamps above the table make the colors warmer.
  const dark = palette.time === "night" || palette.time === "dusk";
  const shade = (color: string) =>
    dark ? mix(mix(color, "#7a3d12", 0.14), palette.near, palette.time === "night" ? 0.12 : 0.05) : color;
  return {
    glaze: shade(mix("#f7f4ec", palette.wall, 0.14)),
    glazeShade: shade(mix("#cfc4ab", palette.mid, 0.2)),
    band: shade("#0f6b72"),
    broth: shade("#d9862f"),
    rice: shade("#fbf6e6"),
    meat: shade("#9c4a2d"),
    green: shade("#4f9a45"),
    chili: shade("#b3261e"),
    lime: shade("#a9c64a"),
    coffee: shade("#3b2416"),
    latte: shade("#b07d4a"),
    table: mix(palette.wood, palette.lamp, palette.time === "night" ? 0.12 : 0.2),
    edge: mix(palette.wood, palette.fore, 0.45),
  };
}

/** A bowl with the center of its rim at (x, y) and the half width `half`; `inside` is markup above the food. */
export function bowl(
  palette: ScenePalette,
  x: number,
  y: number,
  half: number,
  food: string,
  inside = "",
  band = true,
): string {
  const ware = tablewareColors(palette);
  const at = (share: number) => Math.round(half * share);
  const body = `M${x - at(1)} ${y}q${at(0.04)} ${at(0.72)} ${at(0.62)} ${at(0.84)}h${at(0.76)}q${at(0.58)} ${-at(0.12)} ${at(0.62)} ${-at(0.84)}z`;
  const shade = `M${x + at(0.3)} ${y}q${at(0.1)} ${at(0.5)} ${-at(0.1)} ${at(0.84)}h${at(0.18)}q${at(0.58)} ${-at(0.12)} ${at(0.62)} ${-at(0.84)}z`;
  return (
    ellipse(palette.fore, x + half * 0.1, y + half * 0.88, half * 0.9, half * 0.14, `opacity=".3"`) +
    fill(ware.glaze, body) +
    fill(ware.glazeShade, shade) +
    (band
      ? stroke(
          ware.band,
          Math.max(2, at(0.05)),
          `M${x - at(0.92)} ${y + at(0.32)}q${at(0.92)} ${at(0.32)} ${at(1.84)} 0`,
          `stroke-dasharray="${at(0.16)} ${at(0.09)}"`,
        )
      : "") +
    ellipse(ware.glaze, x, y, half, half * 0.25) +
    ellipse(mix(ware.glazeShade, palette.fore, 0.2), x, y + half * 0.015, half * 0.93, half * 0.21) +
    ellipse(food, x, y + half * 0.04, half * 0.89, half * 0.17) +
    inside
  );
}

/** A small bowl or cup at (x, y). */
export function cup(palette: ScenePalette, x: number, y: number, half: number, food: string): string {
  const ware = tablewareColors(palette);
  const at = (share: number) => Math.round(half * share);
  return (
    fill(
      ware.glaze,
      `M${x - half} ${y}q2 ${at(0.8)} ${at(0.66)} ${at(0.86)}h${at(0.68)}q${at(0.64)} ${-at(0.06)} ${at(0.66)} ${-at(0.86)}z`,
    ) +
    ellipse(ware.glazeShade, x, y, half, half * 0.26) +
    ellipse(food, x, y + half * 0.05, half * 0.84, half * 0.17)
  );
}

/** Noodles, slices of meat and herbs in a bowl at (x, y). */
export function noodles(random: Random, palette: ScenePalette, x: number, y: number, half: number): string {
  const ware = tablewareColors(palette);
  const strands = new PathBuilder();
  for (let at = 0; at < 4; at++) {
    const from = x - half * random.between(0.5, 0.74);
    const level = y + half * (at - 1.4) * 0.042;
    strands
      .move(from, level)
      .curve(x - half * 0.2, level - half * 0.13, x + half * 0.05, level)
      .curve(x + half * 0.2, level + half * 0.09, x + half * random.between(0.3, 0.45), level);
  }
  const leaves = new PathBuilder();
  for (const [dx, dy] of [
    [-0.3, -0.06],
    [-0.1, 0.06],
    [0.52, -0.03],
  ] as const) {
    const leafX = x + half * dx;
    const leafY = y + half * dy;
    leaves
      .move(leafX, leafY)
      .curve(leafX + half * 0.1, leafY - half * 0.2, leafX + half * 0.24, leafY - half * 0.05)
      .curve(leafX + half * 0.12, leafY + half * 0.06, leafX, leafY)
      .close();
  }
  return (
    stroke(ware.rice, Math.max(2, half * 0.035), strands) +
    ellipse(ware.meat, x + half * 0.3, y + half * 0.02, half * 0.24, half * 0.07) +
    ellipse(mix(ware.meat, ware.rice, 0.3), x + half * 0.42, y + half * 0.09, half * 0.22, half * 0.06) +
    fill(ware.green, leaves)
  );
}

/** A pair of chopsticks from one point to another. */
export function chopsticks(
  palette: ScenePalette,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  width = 6,
): string {
  const gap = width * 1.7;
  const pair = new PathBuilder()
    .stroke([fromX, fromY], [toX, toY])
    .stroke([fromX + gap, fromY + gap * 0.6], [toX + gap * 0.5, toY + gap * 0.9]);
  return stroke(mix(palette.wood, palette.fore, 0.35), width, pair);
}

/** A glass of iced tea or beer standing on (x, y). */
export function tumbler(palette: ScenePalette, drink: string, x: number, y: number, tall: number): string {
  const wide = Math.round(tall * 0.3);
  const low = Math.round(tall * 0.2);
  const cube = Math.round(tall * 0.12);
  return (
    fill(
      mix(palette.haze, "#ffffff", 0.3),
      `M${x - wide} ${y - tall}h${wide * 2}L${x + low} ${y}H${x - low}z`,
      `opacity=".55"`,
    ) +
    fill(
      drink,
      `M${x - wide + 3} ${y - Math.round(tall * 0.76)}h${wide * 2 - 6}L${x + low - 3} ${y - 5}H${x - low + 3}z`,
    ) +
    fill(
      "#ffffff",
      `M${x - cube * 2} ${y - Math.round(tall * 0.7)}h${cube}v${cube}h${-cube}zM${x + 2} ${y - Math.round(tall * 0.56)}h${cube}v${cube}h${-cube}z`,
      `opacity=".45"`,
    )
  );
}
