/** A cave seen from the river: a cliff with a dark arch at the waterline, and boats. */
import { circle, fill, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import { ridge } from "./karst";
import type { Drawing } from "./kinds";
import { grove, reeds } from "./plants";
import { createRandom, type Random } from "./random";
import { river, sampan } from "./river";
import { stone, valley } from "./valley";

export function mouthOnTheRiver(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "mouth");
  const shore = random.integer(408, 428);
  const land = valley(seed, palette, id, { horizon: shore, stones: "far and middle", scale: 0.9 });
  const side = land.sky.sunX < 400 ? 1 : -1;
  const x = 400 + side * random.between(70, 110);
  const wall = (at: number, width: number, height: number, body: string) =>
    stone(
      ridge(random, [{ x: at, foot: shore, width, height }], "rock", land.sky.sunX),
      body,
      mix(body, palette.mid, 0.5),
      mix(palette.mid, palette.lit, 0.72),
    );
  const water = river(random, palette, id, shore, land.sky);
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      `<g id="${id}n">` +
      wall(x - side * 150, 150, random.between(190, 250), mix(palette.near, palette.mid, 0.3)) +
      wall(x + side * 60, 440, random.between(470, 540), palette.near) +
      wall(x + side * 310, 300, 330, mix(palette.near, palette.fore, 0.3)) +
      mouth(random, palette, x, shore, side) +
      "</g>" +
      grove(random, palette.land, side > 0 ? x + 120 : -10, side > 0 ? 810 : x - 120, shore + 2, 34) +
      grove(random, palette.land, x - side * 180 - 70, x - side * 180 + 50, shore + 2, 26) +
      water.markup +
      `<g id="${id}b">${sampan(palette, "roofed", x - side * 120, shore + 80, 0.95, side < 0)}</g>` +
      `<use href="#${id}b" transform="matrix(.5 0 0 .5 ${Math.round(x * 0.5 + side * 66)} ${Math.round((shore + 80) * 0.5 - 20)})"/>` +
      reeds(random, palette.fore, side > 0 ? 806 : -6, side > 0 ? 520 : 280, 96),
  };
}

/** The arch with a lit edge, stalactites, vines and a lamp inside. It is higher on the side away from the light. */
function mouth(random: Random, palette: ScenePalette, x: number, shore: number, side: -1 | 1): string {
  const wide = random.between(130, 155);
  const high = random.between(120, 150);
  const at = (share: number): number => x + side * wide * share;
  const arch = (grow: number) =>
    new PathBuilder()
      .move(at(-1) - side * grow, shore)
      .curve(
        at(-1.05) - side * grow,
        shore - high * 0.55,
        at(-0.55) - side * grow * 0.6,
        shore - high * 0.78 - grow,
      )
      .curve(at(-0.1), shore - high * 1.14 - grow, at(0.45), shore - high * 0.98 - grow * 0.4)
      .curve(at(1.02), shore - high * 0.8, at(1), shore);
  const teeth = new PathBuilder();
  for (const share of [-0.62, -0.4, -0.22, 0.02, 0.2, 0.46, 0.7]) {
    const root = shore - high * (1.04 - Math.pow(share - 0.12, 2) * 0.6);
    const tall = high * random.between(0.1, 0.42);
    const half = 5 + tall * 0.12;
    teeth.polygon([at(share) - half, root - 6], [at(share), root + tall], [at(share) + half, root - 6]);
  }
  const rim = mix(palette.near, palette.mid, 0.42);
  return (
    fill(mix(palette.mid, palette.lit, 0.6), arch(13).close()) +
    fill(mix(palette.fore, "#0f1613", 0.4), arch(0).close()) +
    fill(rim, teeth) +
    circle(palette.lamp, Math.round(at(0.2)), shore - 26, 38, `opacity=".16"`) +
    circle(palette.lamp, Math.round(at(0.2)), shore - 22, 17, `opacity=".3"`) +
    circle(palette.lamp, Math.round(at(0.2)), shore - 20, 5)
  );
}
