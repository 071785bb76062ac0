/** The cave seen from the water: a cliff that fills the sky, the dark arch at its foot, boats going in. */
import { disc, fill, Trace } from "./draw";
import { mix, type Inks } from "./palettes";
import { ridge } from "./karst";
import type { Drawing } from "./kinds";
import { grove, reeds } from "./plants";
import { random, type Random } from "./random";
import { river, sampan } from "./river";
import { stone, valley } from "./valley";

/** The cliff from the river: a dark arch at the waterline, boats going in. */
export function mouthOnTheRiver(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "mouth");
  const shore = dice.whole(408, 428);
  const land = valley(seed, inks, id, { horizon: shore, stones: "far and middle", scale: 0.9 });
  const side = land.sky.sunX < 400 ? 1 : -1;
  const x = 400 + side * dice.between(70, 110);
  const wall = (at: number, width: number, height: number, body: string) =>
    stone(
      ridge(dice, [{ x: at, foot: shore, width, height }], "rock", land.sky.sunX),
      body,
      mix(body, inks.mid, 0.5),
      mix(inks.mid, inks.lit, 0.72),
    );
  const water = river(dice, inks, id, shore, land.sky);
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      `<g id="${id}n">` +
      wall(x - side * 150, 150, dice.between(190, 250), mix(inks.near, inks.mid, 0.3)) +
      wall(x + side * 60, 440, dice.between(470, 540), inks.near) +
      wall(x + side * 310, 300, 330, mix(inks.near, inks.fore, 0.3)) +
      mouth(dice, inks, x, shore, side) +
      "</g>" +
      grove(dice, inks.land, side > 0 ? x + 120 : -10, side > 0 ? 810 : x - 120, shore + 2, 34) +
      grove(dice, inks.land, x - side * 180 - 70, x - side * 180 + 50, shore + 2, 26) +
      water.markup +
      `<g id="${id}b">${sampan(inks, "roofed", x - side * 120, shore + 80, 0.95, side < 0)}</g>` +
      `<use href="#${id}b" transform="matrix(.5 0 0 .5 ${Math.round(x * 0.5 + side * 66)} ${Math.round((shore + 80) * 0.5 - 20)})"/>` +
      reeds(dice, inks.fore, side > 0 ? 806 : -6, side > 0 ? 520 : 280, 96),
  };
}

/** The arch, higher on the side away from the light: a lit lip, darkness, stalactites and vines, a lamp far inside. */
function mouth(dice: Random, inks: Inks, x: number, shore: number, side: -1 | 1): string {
  const wide = dice.between(130, 155);
  const high = dice.between(120, 150);
  const at = (share: number): number => x + side * wide * share;
  const arch = (grow: number) =>
    new Trace()
      .move(at(-1) - side * grow, shore)
      .curve(
        at(-1.05) - side * grow,
        shore - high * 0.55,
        at(-0.55) - side * grow * 0.6,
        shore - high * 0.78 - grow,
      )
      .curve(at(-0.1), shore - high * 1.14 - grow, at(0.45), shore - high * 0.98 - grow * 0.4)
      .curve(at(1.02), shore - high * 0.8, at(1), shore);
  const teeth = new Trace();
  for (const share of [-0.62, -0.4, -0.22, 0.02, 0.2, 0.46, 0.7]) {
    const root = shore - high * (1.04 - Math.pow(share - 0.12, 2) * 0.6);
    const tall = high * dice.between(0.1, 0.42);
    const half = 5 + tall * 0.12;
    teeth.shape([at(share) - half, root - 6], [at(share), root + tall], [at(share) + half, root - 6]);
  }
  const rim = mix(inks.near, inks.mid, 0.42);
  return (
    fill(mix(inks.mid, inks.lit, 0.6), arch(13).close()) +
    fill(mix(inks.fore, "#0f1613", 0.4), arch(0).close()) +
    fill(rim, teeth) +
    disc(inks.lamp, Math.round(at(0.2)), shore - 26, 38, `opacity=".16"`) +
    disc(inks.lamp, Math.round(at(0.2)), shore - 22, 17, `opacity=".3"`) +
    disc(inks.lamp, Math.round(at(0.2)), shore - 20, 5)
  );
}
