/** The colors and the ground of buildings, and houses on stilts. */
import { linearGradient, fill, stroke, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Random } from "./random";

/** The colors of houses: thatch, tiles, walls, wood and windows. */
export function houseColors(palette: ScenePalette) {
  const dark = palette.time === "dusk" || palette.time === "night";
  return {
    thatch: mix(palette.wood, palette.lamp, dark ? 0.12 : 0.32),
    tiles: mix(palette.wood, "#b3261e", dark ? 0.22 : 0.45),
    wall: palette.wall,
    shade: mix(palette.wall, palette.fore, 0.34),
    wood: palette.wood,
    dark: mix(palette.wood, palette.fore, 0.55),
    pane: dark ? palette.lamp : mix(palette.lamp, palette.wall, palette.time === "dawn" ? 0.25 : 0.5),
  };
}

/** A lawn under the valley, brighter in the distance. */
export function lawn(palette: ScenePalette, id: string, horizon: number): { defs: string; markup: string } {
  return {
    defs: linearGradient(
      `${id}l`,
      [0, mix(palette.land, palette.haze, 0.35)],
      [1, mix(palette.land, palette.leaf, 0.8)],
    ),
    markup: `<path fill="url(#${id}l)" d="M0 ${horizon}h800V600H0z"/>`,
  };
}

/** Houses on stilts above water with centers at `xOf(index)` and feet at `y`, and the reflections of their windows. */
export function stiltHouses(
  random: Random,
  palette: ScenePalette,
  count: number,
  xOf: (at: number) => number,
  y: number,
): string {
  const [stilts, walls, roofs, panes, shine] = [0, 1, 2, 3, 4].map(() => new PathBuilder()) as [
    PathBuilder,
    PathBuilder,
    PathBuilder,
    PathBuilder,
    PathBuilder,
  ];
  for (let at = 0; at < count; at++) {
    const x = xOf(at) + random.between(-12, 12);
    const half = random.between(28, 42);
    const tall = random.between(28, 40);
    const eaves = y - tall + 4;
    stilts
      .stroke([x - half + 5, y], [x - half + 5, y + 15])
      .stroke([x, y], [x, y + 15])
      .stroke([x + half - 5, y], [x + half - 5, y + 15]);
    walls.polygon([x - half, y], [x - half, y - tall], [x + half, y - tall], [x + half, y]);
    roofs.polygon(
      [x - half - 10, eaves],
      [x - half + 6, eaves - 25],
      [x + half - 6, eaves - 25],
      [x + half + 10, eaves],
    );
    for (const side of [-1, 1]) {
      const pane = x + side * half * 0.45 - 6;
      panes.polygon([pane, y - tall + 10], [pane + 12, y - tall + 10], [pane + 12, y - 7], [pane, y - 7]);
      shine.stroke([pane, y + 23], [pane + 12, y + 23]);
    }
  }
  return (
    stroke(palette.fore, 3, stilts) +
    fill(mix(palette.wood, palette.wall, 0.4), walls) +
    fill(mix(palette.wood, palette.fore, 0.45), roofs) +
    fill(palette.lamp, panes) +
    stroke(palette.lamp, 2.5, shine, `opacity=".6"`)
  );
}
