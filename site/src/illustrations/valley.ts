/** The land behind every outdoor scene: sky, then karst in three distances with mist between them. */
import { birds, mist, mistInk, sky, type Sky } from "./air";
import { box, fill } from "./draw";
import { mix, type Inks } from "./palettes";
import { ridge, row, type Ridge, type Tower } from "./karst";
import { random, type Random } from "./random";

/** Gradients for `<defs>`, the drawing, and where the light comes from. */
export type Valley = { defs: string; markup: string; sky: Sky };

export type ValleyOptions = {
  /** The foot of the karst, from the top of the picture. */
  horizon: number;
  /** Which stone is drawn: all three distances, or without the near or the middle one where the scene covers it. */
  stones?: "all" | "far and middle" | "far and near";
  /** Height of the towers, 1 as usual. */
  scale?: number;
  /** Where the sun stands, as a share of the width; by the seed unless told. */
  sun?: number;
};

export const WIDTH = 800;
export const HEIGHT = 600;

/**
 * Draws the valley of one picture.
 *
 * The towers leave a gap towards the sun and the tallest stands across from it: light and stone balance, and the eye
 * has a way into the picture. The near layer is a group `{id}n`, so that water can mirror it.
 */
export function valley(
  seed: number,
  inks: Inks,
  id: string,
  { horizon, stones = "all", scale = 1, sun }: ValleyOptions,
): Valley {
  const dice = random(seed, "valley");
  const above = sky(dice, inks, id, WIDTH, horizon, sun);
  const gap = above.sunX / WIDTH;
  const away = (along: number) => Math.min(Math.abs(along - gap) * 1.9, 1);
  const far = ridge(
    dice,
    row(dice, -40, 840, dice.whole(4, 6), horizon, (along) => (95 + away(along) * 70) * scale),
    "outline",
  );
  const mid = row(dice, -50, 850, dice.whole(5, 6), horizon, (along) => (70 + away(along) * 150) * scale);
  const veil = (height: number) => mist(id, WIDTH, horizon - height * scale, horizon + 2);
  const parts = [fill(inks.far, far.body), veil(120)];
  // Every other tower stands behind its neighbours, or the light on one would lie over the next.
  if (stones !== "far and near") {
    const behind = ridge(
      dice,
      mid.filter((_, at) => at % 2 === 1),
      "outline",
    );
    const before = ridge(
      dice,
      mid.filter((_, at) => at % 2 === 0),
      "light",
      above.sunX,
    );
    parts.push(
      fill(mix(inks.mid, inks.far, 0.4), behind.body),
      stone(before, inks.mid, mix(inks.mid, inks.lit, 0.28)),
      veil(90),
    );
  }
  if (stones !== "far and middle") {
    const near = nearTowers(dice, above.sunX, horizon, scale).map((group, at) => {
      const layer = ridge(dice, group, at === 1 ? "rock" : "light", above.sunX);
      return stone(layer, inks.near, mix(inks.near, inks.mid, 0.5), mix(inks.mid, inks.lit, 0.72));
    });
    parts.push(`<g id="${id}n">${near.join("")}</g>`);
  }
  const flock =
    inks.time !== "night" && dice.chance(0.6)
      ? birds(dice, inks, (above.sunX + 400) / 2, horizon * dice.between(0.36, 0.5))
      : "";
  const ground = box(inks.sky[2], 0, horizon - 2, WIDTH, HEIGHT - horizon + 2);
  return {
    defs: above.defs + mistInk(inks, id),
    markup: `${above.markup}${ground}${flock}${parts.join("")}`,
    sky: above,
  };
}

/** A layer of towers with its lit side and the bare rock in it. */
export function stone(layer: Ridge, body: string, lit: string, rock = ""): string {
  return fill(body, layer.body) + fill(lit, layer.slopes) + (layer.cliffs && fill(rock, layer.cliffs));
}

/** The close towers in the order they are painted: what stands behind, the tall one, the small one at its foot. */
function nearTowers(dice: Random, sunX: number, foot: number, scale: number): Tower[][] {
  const side = sunX < WIDTH / 2 ? 1 : -1;
  const at = (share: number) => WIDTH / 2 + side * share * WIDTH;
  const tall = dice.between(250, 310) * scale;
  const main = dice.between(0.2, 0.28);
  const tower = (share: number, height: number, slim: number): Tower => ({
    x: at(share),
    foot,
    width: height * slim,
    height,
  });
  return [
    [tower(main + dice.between(0.1, 0.13), tall * dice.between(0.66, 0.8), 0.52)],
    [
      tower(main, tall, dice.between(0.5, 0.62)),
      tower(dice.between(0.48, 0.53), tall * dice.between(0.5, 0.64), 0.8),
      tower(dice.between(-0.5, -0.44), dice.between(120, 190) * scale, 0.8),
    ],
    [tower(main - dice.between(0.11, 0.14), tall * dice.between(0.4, 0.56), 0.62)],
  ];
}
