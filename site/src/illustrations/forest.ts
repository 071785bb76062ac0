/** Out in the green: the trail under old trees, the hanging bridge, the camp by the river. */
import { disc, fade, fill, glow, ink, place, Trace } from "./draw";
import { mix, type Inks } from "./palettes";
import type { Drawing } from "./kinds";
import { banana, grove, palm, reeds } from "./plants";
import { random, turn, type Random } from "./random";
import { river } from "./river";
import { valley } from "./valley";

const VARIANTS = [trail, hangingBridge, camp];

export function forest(seed: number, inks: Inks, id: string): Drawing {
  return VARIANTS[turn(seed, VARIANTS.length, 0)]!(seed, inks, id);
}

/** A walker with a rucksack, 90 tall, feet at (x, y), going right unless mirrored. */
function walker(inks: Inks, pack: string, x: number, y: number, scale: number, mirrored: boolean): string {
  return place(
    x,
    y,
    scale,
    fill(
      inks.fore,
      "M-14 0l6-28 0-22q-2-20 12-20t14 18l-2 18 8 34h-8l-10-28-12 28zM-4-80a9 9 0 1 1 18 0 9 9 0 1 1-18 0",
    ) +
      fill(pack, "M-10-68q-12 0-12 14v16q6 8 16 2z") +
      ink(inks.fore, 3, "M14-50l14 16v34"),
    mirrored,
  );
}

/** Trunks from far (pale) to near (dark) with light slanting between them, walkers on the path. */
function trail(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "trail");
  const mirrored = dice.chance(0.5);
  const light = mix(inks.sky[2], inks.sun, 0.3);
  const back = mix(inks.land, inks.haze, inks.time === "night" ? 0.3 : 0.5);
  const glowX = dice.whole(320, 480);
  const at = (x: number) => (mirrored ? 800 - x : x);
  const rays = [0, 1, 2].map((ray) => {
    const top = glowX + (mirrored ? 1 : -1) * (20 + ray * 90);
    const low = top + (mirrored ? -1 : 1) * dice.between(220, 280);
    return `M${top} -5h${44 + ray * 8}L${Math.round(low + 120)} 480H${Math.round(low)}z`;
  });
  return {
    defs:
      fade(`${id}s`, [0, mix(inks.leaf, inks.sky[0], 0.3)], [0.6, mix(back, light, 0.45)], [1, inks.land]) +
      glow(`${id}g`, [0, light], [1, light, 0]) +
      fade(`${id}r`, [0, light, 0.7], [1, light, 0]),
    markup:
      `<path fill="url(#${id}s)" d="M0 0h800v600H0z"/>` +
      disc(`url(#${id}g)`, glowX, 300, 300) +
      fill(mix(back, inks.mid, 0.25), trunks(dice, 9, 12, 24, 470)) +
      fill(mix(inks.land, inks.near, 0.5), trunks(dice, 5, 24, 40, 490)) +
      fill(`url(#${id}r)`, rays.join("")) +
      grove(dice, mix(inks.land, inks.near, 0.35), -10, 250, 476, 60) +
      grove(dice, mix(inks.land, inks.near, 0.35), 540, 810, 476, 60) +
      fill(mix(inks.land, inks.leaf, 0.35), "M0 466q400-30 800 0v134H0z") +
      fill(
        mix(inks.wood, light, 0.4),
        `M${at(400)} 456q${mirrored ? "60 20 10 50-70 44 90 102h-330q110-70 176-104 40-30 14-48z" : "-60 20-10 50 70 44-90 102h330q-110-70-176-104-40-30-14-48z"}`,
      ) +
      walker(inks, inks.lamp, at(400), 506, 0.86, mirrored) +
      walker(inks, mix("#b3261e", inks.fore, 0.25), at(348), 520, 0.95, mirrored) +
      fill(inks.fore, bigTree(at(110), mirrored)) +
      fill(mix(inks.leaf, inks.fore, 0.45), canopy(dice)) +
      banana(dice, inks.leaf, inks.land, at(690), 600, 210, mirrored ? 1 : -1) +
      reeds(dice, inks.fore, mirrored ? 806 : -6, mirrored ? 520 : 280, 110) +
      reeds(dice, inks.fore, mirrored ? -6 : 806, mirrored ? 240 : 560, 80),
  };
}

/** Straight trunks of one distance with spreading roots, as one path. */
function trunks(dice: Random, count: number, slim: number, thick: number, foot: number): string {
  const trace = new Trace();
  for (let at = 0; at < count; at++) {
    const x = (800 / count) * (at + dice.between(0.1, 0.9));
    const half = dice.between(slim, thick) / 2;
    const lean = dice.between(-14, 14);
    trace
      .move(x - half + lean, -5)
      .line(x + half + lean, -5)
      .line(x + half, foot - 60)
      .curve(x + half, foot - 14, x + half * 2.6, foot);
    trace
      .line(x - half * 2.6, foot)
      .curve(x - half, foot - 14, x - half, foot - 60)
      .close();
  }
  return String(trace);
}

/** The nearest tree with buttress roots and a liana, at one side. */
function bigTree(x: number, mirrored: boolean): string {
  const side = mirrored ? -1 : 1;
  const at = (offset: number) => x + side * offset;
  return `M${at(-46)} -5L${at(-40)} 420Q${at(-60)} 540 ${at(-120)} 605H${at(150)}Q${at(60)} 560 ${at(44)} 420L${at(40)} 190Q${at(90)} 120 ${at(170)} 96L${at(166)} 84Q${at(84)} 96 ${at(40)} 140L${at(44)} -5z`;
}

function canopy(dice: Random): string {
  const trace = new Trace().move(-5, -5).line(-5, 70);
  for (let at = 1; at <= 9; at++) {
    const x = (at * 810) / 9;
    const y = 40 + Math.abs(at - 5) * 14 + dice.between(-10, 22);
    trace.curve(x - 50, y + 44, x, y);
  }
  return String(trace.line(805, -5).close());
}

/** A rope bridge over the gorge between two towers, walkers on it. */
function hangingBridge(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "bridge");
  const mirrored = dice.chance(0.5);
  const land = valley(seed, inks, id, {
    horizon: 440,
    stones: "far and middle",
    scale: 1.5,
    sun: dice.between(0.38, 0.62),
  });
  const water = river(dice, inks, id, 470, land.sky, { mirror: "" });
  const y = dice.whole(312, 336);
  const sag = dice.whole(74, 96);
  const deck = `M150 ${y}Q400 ${y + sag * 2} 650 ${y}`;
  const on = (share: number) => Math.round(y + sag * 4 * share * (1 - share));
  const walkers = [0.36, 0.44, 0.62].map((share, at) =>
    walker(
      inks,
      at === 1 ? inks.lamp : mix("#b3261e", inks.fore, 0.2),
      150 + 500 * share,
      on(share),
      0.5,
      mirrored,
    ),
  );
  const bank = (side: -1 | 1) => {
    const at = (inward: number) => (side < 0 ? inward : 800 - inward);
    const trace = new Trace()
      .move(at(-5), 610)
      .line(at(-5), dice.between(120, 190))
      .curve(at(40), dice.between(110, 150), at(96), dice.between(190, 220));
    trace
      .curve(at(150), 226, at(152), y - 6)
      .line(at(168), y + 8)
      .line(at(150), y + 90)
      .line(at(176), y + 150)
      .curve(at(170), 560, at(240), 610);
    return String(trace.close());
  };
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      grove(dice, mix(inks.land, inks.near, 0.4), -10, 810, 472, 40) +
      water.markup +
      fill(inks.near, bank(-1) + bank(1)) +
      fill(
        mix(inks.mid, inks.lit, 0.6),
        `M120 ${y + 40}l6 90-10-16-6 40-10-60 2-50zM690 ${y + 30}l-4 100 10-20 6 44 8-70-4-50z`,
      ) +
      grove(dice, mix(inks.land, inks.leaf, 0.3), -40, 150, 232, 66, 22) +
      grove(dice, mix(inks.land, inks.leaf, 0.3), 660, 840, 232, 66, 22) +
      palm(dice, inks.leaf, mirrored ? 720 : 80, y + 6, 190, mirrored ? -30 : 30) +
      ink(inks.fore, 6, `M156 ${y + 6}v-66M644 ${y + 6}v-66`) +
      ink(inks.fore, 32, deck, `transform="translate(0 -16)" stroke-dasharray="2 20" stroke-linecap="butt"`) +
      ink(inks.fore, 3, deck, `transform="translate(0 -34)"`) +
      walkers.join("") +
      ink(mix(inks.wood, inks.lit, 0.2), 8, deck) +
      ink(inks.fore, 3, deck, `transform="translate(0 6)"`) +
      reeds(dice, inks.fore, -6, 260, 110) +
      reeds(dice, inks.fore, 806, 560, 90),
  };
}

/** Tents on the bank, a fire with people around it, the towers across the river. */
function camp(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "camp");
  const shore = dice.whole(376, 390);
  const land = valley(seed, inks, id, { horizon: shore, scale: 1.12 });
  const water = river(dice, inks, id, shore, land.sky, { bottom: 480 });
  const away = land.sky.sunX < 400 ? 1 : -1;
  const dark = inks.time === "dusk" || inks.time === "night";
  const tent = (color: string) =>
    fill(mix(color, inks.fore, 0.35), "M-70 0L0-92 80 0z") +
    fill(color, "M-70 0L0-92 22 0z") +
    fill(dark ? inks.lamp : mix(color, inks.fore, 0.6), "M-34 0L-6-66 6 0z");
  const colors = ["#b45309", "#0f6b72", "#b3261e", "#e09a2b"].map((color) =>
    mix(color, inks.near, dark ? 0.32 : 0.1),
  );
  const first = dice.whole(0, 3);
  const fire = Math.round(400 - away * 60);
  return {
    defs: land.defs + water.defs + glow(`${id}f`, [0, inks.lamp, dark ? 0.7 : 0.3], [1, inks.lamp, 0]),
    markup:
      land.markup +
      grove(dice, inks.land, -10, 810, shore + 3, 26) +
      water.markup +
      fill(mix(inks.land, inks.leaf, 0.45), "M0 474q180-26 420-12t380 4v134H0z") +
      place(400 + away * 190, 520, 1.15, tent(colors[first]!), away < 0) +
      place(400 + away * 320, 530, 1.25, tent(colors[(first + 1) % 4]!), away < 0) +
      disc(`url(#${id}f)`, fire, 520, 170) +
      fill("#e8662a", `M${fire - 22} 536q-10-26 8-40 0 10 6 12 0-26 16-38 0 20 12 32 10 16 2 34z`) +
      fill(inks.lamp, `M${fire - 10} 536q-6-16 6-24 4 6 8-4 12 14 6 28z`) +
      ink(inks.fore, 7, `M${fire - 30} 540l60-8M${fire - 28} 532l58 10`) +
      [-74, 70]
        .map((offset, at) =>
          place(
            fire + offset,
            540,
            1,
            fill(
              inks.fore,
              "M-18 0q-6-26 8-40 16-8 22 10l2 16 18 0 2 14zM-6-56a9 9 0 1 1 18 0 9 9 0 1 1-18 0",
            ),
            at === 1,
          ),
        )
        .join("") +
      palm(dice, inks.fore, 400 - away * 330, 606, 400, away * 34) +
      reeds(dice, inks.fore, away > 0 ? -6 : 806, away > 0 ? 300 : 500, 110),
  };
}
