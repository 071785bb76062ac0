/** Falls and springs: white water over stone into a green pool, leaves all around. */
import { disc, fade, fill, glow, ink, oval, Trace } from "./draw";
import { mix, type Inks } from "./palettes";
import type { Drawing } from "./kinds";
import { banana, grove, reeds } from "./plants";
import { random, type Random } from "./random";
import { person } from "./river";
import { valley } from "./valley";

/** One to three steps of falling water between rock walls; someone on a stone in the pool, now and then. */
export function water(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "falls");
  const land = valley(seed, inks, id, {
    horizon: 250,
    stones: "far and middle",
    scale: 1,
    sun: dice.pick([0.2, 0.3, 0.7, 0.8]),
  });
  const steps = dice.whole(1, 3);
  const lean = dice.pick([-1, 1] as const);
  const rock = mix(inks.near, inks.wood, 0.35);
  const pool = 446;
  const crest = dice.whole(136, 156);
  const face = mix(rock, inks.haze, 0.2);
  const foam = mix(inks.glint, "#ffffff", inks.time === "night" ? 0.1 : 0.45);
  const falls: string[] = [];
  const shine = new Trace();
  let x = 400 - lean * 26 * (steps - 1);
  let top = crest;
  let half = dice.between(44, 62);
  for (let step = 0; step < steps; step++) {
    const low = step === steps - 1 ? pool : top + ((pool - crest) * (step + 1)) / steps - (top - crest) * 0.2;
    falls.push(column(x, half, top, low));
    for (const share of [-0.6, -0.15, 0.35, 0.75])
      shine.stroke(
        [x + half * share, top + dice.between(6, 30)],
        [x + half * share * 1.12, low - dice.between(10, 50)],
      );
    x += lean * 46;
    half *= 1.28;
    top = low - 4;
  }
  const lastX = x - lean * 46;
  return {
    defs:
      land.defs +
      fade(`${id}w`, [0, mix(inks.water[0], inks.water[1], 0.35)], [1, inks.water[1]]) +
      fade(`${id}f`, [0, foam], [1, mix(foam, inks.water[0], 0.5)]) +
      glow(`${id}x`, [0, foam, 0.8], [1, foam, 0]),
    markup:
      land.markup +
      grove(dice, mix(inks.near, inks.land, 0.35), -10, 810, crest + 100, 150) +
      wall(dice, face, crest - 2) +
      fill(mix(face, inks.lit, 0.3), slabs(dice, crest)) +
      ink(mix(face, inks.fore, 0.4), 4, cracks(dice, crest), `opacity=".7"`) +
      fill(`url(#${id}f)`, falls.join("")) +
      ink(mix(inks.water[1], inks.water[0], 0.5), 4, shine, `opacity=".55"`) +
      grove(dice, inks.land, -40, 400 - lean * 26 * (steps - 1) - 74, crest + 26, 62, 16) +
      grove(dice, inks.land, 400 - lean * 26 * (steps - 1) + 74, 840, crest + 26, 62, 16) +
      fill(rock, cliffSide(dice, -1) + cliffSide(dice, 1)) +
      `<path fill="url(#${id}w)" d="M0 ${pool}h800V600H0z"/>` +
      disc(`url(#${id}x)`, Math.round(lastX), pool + 6, Math.round(half * 2.6)) +
      oval(foam, lastX, pool + 4, half * 1.2, 15, `opacity=".85"`) +
      oval(foam, lastX, pool + 14, half * 1.7, 22, `opacity=".35"`) +
      ink(
        inks.glint,
        3,
        `M${Math.round(lastX - 150)} 492h90M${Math.round(lastX + 40)} 484h120M${Math.round(lastX - 60)} 516h150M180 540h110M470 548h140M300 570h90`,
        `opacity=".6"`,
      ) +
      stones(dice, inks, rock, lean) +
      banana(dice, inks.leaf, inks.land, lean > 0 ? 700 : 100, 480, 170, lean > 0 ? -1 : 1) +
      reeds(dice, inks.fore, -6, dice.whole(230, 320), 120) +
      reeds(dice, inks.fore, 806, dice.whole(480, 570), 120),
  };
}

/** Falling water: a little narrower above, its foot uneven. */
function column(x: number, half: number, top: number, low: number): string {
  const at = (share: number) => Math.round(x + half * share);
  return `M${at(-0.8)} ${Math.round(top)}Q${at(0)} ${Math.round(top - 12)} ${at(0.8)} ${Math.round(top)}Q${at(1.02)} ${Math.round(top + 14)} ${at(1.1)} ${Math.round(low + 4)}Q${at(0)} ${Math.round(low + 20)} ${at(-1.1)} ${Math.round(low + 4)}Q${at(-1.02)} ${Math.round(top + 14)} ${at(-0.8)} ${Math.round(top)}z`;
}

/** The stone the water falls over, across the picture; its edge is broken into blocks. */
function wall(dice: Random, color: string, y: number): string {
  const trace = new Trace().move(-5, 460).line(-5, y - 20);
  for (let x = 80; x <= 740; x += 110)
    trace.line(x, y + dice.between(-12, 6)).line(x + 14, y + dice.between(6, 18));
  return fill(
    color,
    trace
      .line(805, y - 20)
      .line(805, 460)
      .close(),
  );
}

/** Blocks that stand out of the wall and catch the light. */
function slabs(dice: Random, crest: number): Trace {
  const trace = new Trace();
  for (const x of [150, 236, 300, 500, 566, 650]) {
    const wide = dice.between(22, 46);
    const top = crest + dice.between(40, 120);
    const tall = dice.between(80, 170);
    trace.shape(
      [x, top],
      [x + wide, top + 10],
      [x + wide + 4, top + tall],
      [x + wide * 0.5, top + tall * 0.82],
      [x - 4, top + tall * 1.05],
    );
  }
  return trace;
}

function cracks(dice: Random, crest: number): Trace {
  const trace = new Trace();
  for (const x of [130, 210, 280, 520, 600, 680]) {
    const top = crest + dice.between(60, 170);
    trace.stroke(
      [x, top],
      [x + dice.between(-6, 6), top + 46],
      [x + dice.between(-12, 12), top + dice.between(80, 120)],
    );
  }
  return trace;
}

/** The dark rock at one side, stepping down into the pool. */
function cliffSide(dice: Random, side: -1 | 1): string {
  const at = (inward: number) => (side < 0 ? inward : 800 - inward);
  const trace = new Trace().move(at(-5), 460).line(at(-5), dice.between(150, 180));
  let inward = dice.between(90, 130);
  let y = dice.between(176, 200);
  for (let step = 0; step < 4; step++) {
    trace.curve(at(inward - 10), y - 8, at(inward), y + 14);
    y += dice.between(48, 66);
    trace.line(at(inward + dice.between(2, 10)), y);
    inward += dice.between(26, 46);
  }
  return String(trace.line(at(inward + 12), 462).close());
}

/** Round stones in the pool, one of them with a traveller on it. */
function stones(dice: Random, inks: Inks, rock: string, lean: number): string {
  const trace = new Trace();
  const seat = 400 + lean * dice.between(150, 190);
  for (const [x, y, half] of [
    [seat, 520, 62],
    [400 - lean * 200, 486, 44],
    [400 - lean * 130, 500, 26],
  ] as const) {
    trace
      .move(x - half, y)
      .curve(x - half * 0.8, y - half * 0.7, x - half * 0.1, y - half * 0.62)
      .curve(x + half * 0.8, y - half * 0.6, x + half, y)
      .curve(x, y + half * 0.2, x - half, y)
      .close();
  }
  return (
    fill(mix(rock, inks.fore, 0.45), trace) +
    (dice.chance(0.7) ? person(inks.fore, mix(inks.lamp, inks.lit, 0.4), seat, 484, 1.3) : "")
  );
}
