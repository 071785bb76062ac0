/** The background of outdoor scenes: sky, and karst at three distances with mist between them. */
import { birds, mist, mistGradient, sky, type Sky } from "./air";
import { rect, fill } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import { ridge, towerRow, type Ridge, type Tower } from "./karst";
import { createRandom, type Random } from "./random";

export type Valley = { defs: string; markup: string; sky: Sky };

export type ValleyOptions = {
  /** The foot of the karst, measured from the top. */
  horizon: number;
  /** All three distances, or without the one that the scene covers. */
  stones?: "all" | "far and middle" | "far and near";
  /** The scale of the towers' height; default 1. */
  scale?: number;
  /** The horizontal position of the sun as a share of the width; random by default. */
  sun?: number;
};

export const WIDTH = 800;
export const HEIGHT = 600;

/**
 * Draws a valley with a gap between the towers at the sun; the tallest tower is on the other side.
 * The near layer is a group `{id}n`, so that water can mirror it.
 */
export function valley(
  seed: number,
  palette: ScenePalette,
  id: string,
  { horizon, stones = "all", scale = 1, sun }: ValleyOptions,
): Valley {
  const random = createRandom(seed, "valley");
  const above = sky(random, palette, id, WIDTH, horizon, sun);
  const gap = above.sunX / WIDTH;
  const away = (along: number) => Math.min(Math.abs(along - gap) * 1.9, 1);
  const far = ridge(
    random,
    towerRow(random, -40, 840, random.integer(4, 6), horizon, (along) => (95 + away(along) * 70) * scale),
    "outline",
  );
  const mid = towerRow(
    random,
    -50,
    850,
    random.integer(5, 6),
    horizon,
    (along) => (70 + away(along) * 150) * scale,
  );
  const veil = (height: number) => mist(id, WIDTH, horizon - height * scale, horizon + 2);
  const parts = [fill(palette.far, far.body), veil(120)];
  // Every second tower is behind its neighbors, otherwise the light on one would cover the next.
  if (stones !== "far and near") {
    const behind = ridge(
      random,
      mid.filter((_, at) => at % 2 === 1),
      "outline",
    );
    const before = ridge(
      random,
      mid.filter((_, at) => at % 2 === 0),
      "light",
      above.sunX,
    );
    parts.push(
      fill(mix(palette.mid, palette.far, 0.4), behind.body),
      stone(before, palette.mid, mix(palette.mid, palette.lit, 0.28)),
      veil(90),
    );
  }
  if (stones !== "far and middle") {
    const near = nearTowers(random, above.sunX, horizon, scale).map((group, at) => {
      const layer = ridge(random, group, at === 1 ? "rock" : "light", above.sunX);
      return stone(
        layer,
        palette.near,
        mix(palette.near, palette.mid, 0.5),
        mix(palette.mid, palette.lit, 0.72),
      );
    });
    parts.push(`<g id="${id}n">${near.join("")}</g>`);
  }
  const flock =
    palette.time !== "night" && random.chance(0.6)
      ? birds(random, palette, (above.sunX + 400) / 2, horizon * random.between(0.36, 0.5))
      : "";
  const ground = rect(palette.sky[2], 0, horizon - 2, WIDTH, HEIGHT - horizon + 2);
  return {
    defs: above.defs + mistGradient(palette, id),
    markup: `${above.markup}${ground}${flock}${parts.join("")}`,
    sky: above,
  };
}

/** A layer of towers with lit sides and bare rock. */
export function stone(layer: Ridge, body: string, lit: string, rock = ""): string {
  return fill(body, layer.body) + fill(lit, layer.slopes) + (layer.cliffs && fill(rock, layer.cliffs));
}

/** The near towers in painting order: the back, the tall one, the small one at its foot. */
function nearTowers(random: Random, sunX: number, foot: number, scale: number): Tower[][] {
  const side = sunX < WIDTH / 2 ? 1 : -1;
  const at = (share: number) => WIDTH / 2 + side * share * WIDTH;
  const tall = random.between(250, 310) * scale;
  const main = random.between(0.2, 0.28);
  const tower = (share: number, height: number, slim: number): Tower => ({
    x: at(share),
    foot,
    width: height * slim,
    height,
  });
  return [
    [tower(main + random.between(0.1, 0.13), tall * random.between(0.66, 0.8), 0.52)],
    [
      tower(main, tall, random.between(0.5, 0.62)),
      tower(random.between(0.48, 0.53), tall * random.between(0.5, 0.64), 0.8),
      tower(random.between(-0.5, -0.44), random.between(120, 190) * scale, 0.8),
    ],
    [tower(main - random.between(0.11, 0.14), tall * random.between(0.4, 0.56), 0.62)],
  ];
}
