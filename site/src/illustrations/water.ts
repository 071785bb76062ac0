/** A waterfall into a green pool. */
import { circle, linearGradient, fill, radialGradient, stroke, ellipse, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { banana, grove, reeds } from "./plants";
import { createRandom, type Random } from "./random";
import { person } from "./river";
import { valley } from "./valley";

/** A waterfall of one to three steps between rock walls, sometimes with a person on a stone in the pool. */
export function water(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "falls");
  const land = valley(seed, palette, id, {
    horizon: 250,
    stones: "far and middle",
    scale: 1,
    sun: random.pick([0.2, 0.3, 0.7, 0.8]),
  });
  const steps = random.integer(1, 3);
  const lean = random.pick([-1, 1] as const);
  const rock = mix(palette.near, palette.wood, 0.35);
  const pool = 446;
  const crest = random.integer(136, 156);
  const face = mix(rock, palette.haze, 0.2);
  const foam = mix(palette.glint, "#ffffff", palette.time === "night" ? 0.1 : 0.45);
  const falls: string[] = [];
  const shine = new PathBuilder();
  let x = 400 - lean * 26 * (steps - 1);
  let top = crest;
  let half = random.between(44, 62);
  for (let step = 0; step < steps; step++) {
    const low = step === steps - 1 ? pool : top + ((pool - crest) * (step + 1)) / steps - (top - crest) * 0.2;
    falls.push(column(x, half, top, low));
    for (const share of [-0.6, -0.15, 0.35, 0.75])
      shine.stroke(
        [x + half * share, top + random.between(6, 30)],
        [x + half * share * 1.12, low - random.between(10, 50)],
      );
    x += lean * 46;
    half *= 1.28;
    top = low - 4;
  }
  const lastX = x - lean * 46;
  return {
    defs:
      land.defs +
      linearGradient(`${id}w`, [0, mix(palette.water[0], palette.water[1], 0.35)], [1, palette.water[1]]) +
      linearGradient(`${id}f`, [0, foam], [1, mix(foam, palette.water[0], 0.5)]) +
      radialGradient(`${id}x`, [0, foam, 0.8], [1, foam, 0]),
    markup:
      land.markup +
      grove(random, mix(palette.near, palette.land, 0.35), -10, 810, crest + 100, 150) +
      wall(random, face, crest - 2) +
      fill(mix(face, palette.lit, 0.3), slabs(random, crest)) +
      stroke(mix(face, palette.fore, 0.4), 4, cracks(random, crest), `opacity=".7"`) +
      fill(`url(#${id}f)`, falls.join("")) +
      stroke(mix(palette.water[1], palette.water[0], 0.5), 4, shine, `opacity=".55"`) +
      grove(random, palette.land, -40, 400 - lean * 26 * (steps - 1) - 74, crest + 26, 62, 16) +
      grove(random, palette.land, 400 - lean * 26 * (steps - 1) + 74, 840, crest + 26, 62, 16) +
      fill(rock, cliffSide(random, -1) + cliffSide(random, 1)) +
      `<path fill="url(#${id}w)" d="M0 ${pool}h800V600H0z"/>` +
      circle(`url(#${id}x)`, Math.round(lastX), pool + 6, Math.round(half * 2.6)) +
      ellipse(foam, lastX, pool + 4, half * 1.2, 15, `opacity=".85"`) +
      ellipse(foam, lastX, pool + 14, half * 1.7, 22, `opacity=".35"`) +
      stroke(
        palette.glint,
        3,
        `M${Math.round(lastX - 150)} 492h90M${Math.round(lastX + 40)} 484h120M${Math.round(lastX - 60)} 516h150M180 540h110M470 548h140M300 570h90`,
        `opacity=".6"`,
      ) +
      stones(random, palette, rock, lean) +
      banana(random, palette.leaf, palette.land, lean > 0 ? 700 : 100, 480, 170, lean > 0 ? -1 : 1) +
      reeds(random, palette.fore, -6, random.integer(230, 320), 120) +
      reeds(random, palette.fore, 806, random.integer(480, 570), 120),
  };
}

/** Falling water, narrower at the top, with an uneven foot. */
function column(x: number, half: number, top: number, low: number): string {
  const at = (share: number) => Math.round(x + half * share);
  return `M${at(-0.8)} ${Math.round(top)}Q${at(0)} ${Math.round(top - 12)} ${at(0.8)} ${Math.round(top)}Q${at(1.02)} ${Math.round(top + 14)} ${at(1.1)} ${Math.round(low + 4)}Q${at(0)} ${Math.round(low + 20)} ${at(-1.1)} ${Math.round(low + 4)}Q${at(-1.02)} ${Math.round(top + 14)} ${at(-0.8)} ${Math.round(top)}z`;
}

/** The rock wall across the picture, with an irregular edge. */
function wall(random: Random, color: string, y: number): string {
  const path = new PathBuilder().move(-5, 460).line(-5, y - 20);
  for (let x = 80; x <= 740; x += 110)
    path.line(x, y + random.between(-12, 6)).line(x + 14, y + random.between(6, 18));
  return fill(
    color,
    path
      .line(805, y - 20)
      .line(805, 460)
      .close(),
  );
}

/** Lit blocks of the wall. */
function slabs(random: Random, crest: number): PathBuilder {
  const path = new PathBuilder();
  for (const x of [150, 236, 300, 500, 566, 650]) {
    const wide = random.between(22, 46);
    const top = crest + random.between(40, 120);
    const tall = random.between(80, 170);
    path.polygon(
      [x, top],
      [x + wide, top + 10],
      [x + wide + 4, top + tall],
      [x + wide * 0.5, top + tall * 0.82],
      [x - 4, top + tall * 1.05],
    );
  }
  return path;
}

function cracks(random: Random, crest: number): PathBuilder {
  const path = new PathBuilder();
  for (const x of [130, 210, 280, 520, 600, 680]) {
    const top = crest + random.between(60, 170);
    path.stroke(
      [x, top],
      [x + random.between(-6, 6), top + 46],
      [x + random.between(-12, 12), top + random.between(80, 120)],
    );
  }
  return path;
}

/** The dark rock at one side, in steps down to the pool. */
function cliffSide(random: Random, side: -1 | 1): string {
  const at = (inward: number) => (side < 0 ? inward : 800 - inward);
  const path = new PathBuilder().move(at(-5), 460).line(at(-5), random.between(150, 180));
  let inward = random.between(90, 130);
  let y = random.between(176, 200);
  for (let step = 0; step < 4; step++) {
    path.curve(at(inward - 10), y - 8, at(inward), y + 14);
    y += random.between(48, 66);
    path.line(at(inward + random.between(2, 10)), y);
    inward += random.between(26, 46);
  }
  return String(path.line(at(inward + 12), 462).close());
}

/** Round stones in the pool, one of them with a person on it. */
function stones(random: Random, palette: ScenePalette, rock: string, lean: number): string {
  const path = new PathBuilder();
  const seat = 400 + lean * random.between(150, 190);
  for (const [x, y, half] of [
    [seat, 520, 62],
    [400 - lean * 200, 486, 44],
    [400 - lean * 130, 500, 26],
  ] as const) {
    path
      .move(x - half, y)
      .curve(x - half * 0.8, y - half * 0.7, x - half * 0.1, y - half * 0.62)
      .curve(x + half * 0.8, y - half * 0.6, x + half, y)
      .curve(x, y + half * 0.2, x - half, y)
      .close();
  }
  return (
    fill(mix(rock, palette.fore, 0.45), path) +
    (random.chance(0.7) ? person(palette.fore, mix(palette.lamp, palette.lit, 0.4), seat, 484, 1.3) : "")
  );
}
