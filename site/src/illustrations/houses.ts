/** What buildings share: the tones of their walls and roofs, and the ground they stand on. */
import { fade, fill, ink, Trace } from "./draw";
import { mix, type Inks } from "./palettes";
import type { Random } from "./random";

/** Tones of a house in this light: thatch or tiles, walls in light and shade, and what a window shows. */
export function paints(inks: Inks) {
  const dark = inks.time === "dusk" || inks.time === "night";
  return {
    thatch: mix(inks.wood, inks.lamp, dark ? 0.12 : 0.32),
    tiles: mix(inks.wood, "#b3261e", dark ? 0.22 : 0.45),
    wall: inks.wall,
    shade: mix(inks.wall, inks.fore, 0.34),
    wood: inks.wood,
    dark: mix(inks.wood, inks.fore, 0.55),
    pane: dark ? inks.lamp : mix(inks.lamp, inks.wall, inks.time === "dawn" ? 0.25 : 0.5),
  };
}

/** A lawn under the valley, brighter in the distance. */
export function lawn(inks: Inks, id: string, horizon: number): { defs: string; markup: string } {
  return {
    defs: fade(`${id}l`, [0, mix(inks.land, inks.haze, 0.35)], [1, mix(inks.land, inks.leaf, 0.8)]),
    markup: `<path fill="url(#${id}l)" d="M0 ${horizon}h800V600H0z"/>`,
  };
}

/** Small houses on stilts over the water: `count` of them with their middle at `place(at)`, their feet at `y`, and their windows' light below. */
export function stiltHouses(
  dice: Random,
  inks: Inks,
  count: number,
  place: (at: number) => number,
  y: number,
): string {
  const [stilts, walls, roofs, panes, shine] = [0, 1, 2, 3, 4].map(() => new Trace()) as [
    Trace,
    Trace,
    Trace,
    Trace,
    Trace,
  ];
  for (let at = 0; at < count; at++) {
    const x = place(at) + dice.between(-12, 12);
    const half = dice.between(28, 42);
    const tall = dice.between(28, 40);
    const eaves = y - tall + 4;
    stilts
      .stroke([x - half + 5, y], [x - half + 5, y + 15])
      .stroke([x, y], [x, y + 15])
      .stroke([x + half - 5, y], [x + half - 5, y + 15]);
    walls.shape([x - half, y], [x - half, y - tall], [x + half, y - tall], [x + half, y]);
    roofs.shape(
      [x - half - 10, eaves],
      [x - half + 6, eaves - 25],
      [x + half - 6, eaves - 25],
      [x + half + 10, eaves],
    );
    for (const side of [-1, 1]) {
      const pane = x + side * half * 0.45 - 6;
      panes.shape([pane, y - tall + 10], [pane + 12, y - tall + 10], [pane + 12, y - 7], [pane, y - 7]);
      shine.stroke([pane, y + 23], [pane + 12, y + 23]);
    }
  }
  return (
    ink(inks.fore, 3, stilts) +
    fill(mix(inks.wood, inks.wall, 0.4), walls) +
    fill(mix(inks.wood, inks.fore, 0.45), roofs) +
    fill(inks.lamp, panes) +
    ink(inks.lamp, 2.5, shine, `opacity=".6"`)
  );
}
