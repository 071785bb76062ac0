/** Forests: a trail under old trees, a hanging bridge, and a camp by the river. */
import { circle, linearGradient, fill, radialGradient, stroke, transformGroup, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { banana, grove, palm, reeds } from "./plants";
import { createRandom, pickVariant, type Random } from "./random";
import { river } from "./river";
import { valley } from "./valley";

const VARIANTS = [trail, hangingBridge, camp];

export function forest(seed: number, palette: ScenePalette, id: string): Drawing {
  return VARIANTS[pickVariant(seed, VARIANTS.length, 0)]!(seed, palette, id);
}

/** A walker with a rucksack, 90 tall, feet at (x, y), going right unless mirrored. */
function walker(
  palette: ScenePalette,
  pack: string,
  x: number,
  y: number,
  scale: number,
  mirrored: boolean,
): string {
  return transformGroup(
    x,
    y,
    scale,
    fill(
      palette.fore,
      "M-14 0l6-28 0-22q-2-20 12-20t14 18l-2 18 8 34h-8l-10-28-12 28zM-4-80a9 9 0 1 1 18 0 9 9 0 1 1-18 0",
    ) +
      fill(pack, "M-10-68q-12 0-12 14v16q6 8 16 2z") +
      stroke(palette.fore, 3, "M14-50l14 16v34"),
    mirrored,
  );
}

/** Trunks from far (pale) to near (dark) with light slanting between them, walkers on the path. */
function trail(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "trail");
  const mirrored = random.chance(0.5);
  const light = mix(palette.sky[2], palette.sun, 0.3);
  const back = mix(palette.land, palette.haze, palette.time === "night" ? 0.3 : 0.5);
  const glowX = random.integer(320, 480);
  const at = (x: number) => (mirrored ? 800 - x : x);
  const rays = [0, 1, 2].map((ray) => {
    const top = glowX + (mirrored ? 1 : -1) * (20 + ray * 90);
    const low = top + (mirrored ? -1 : 1) * random.between(220, 280);
    return `M${top} -5h${44 + ray * 8}L${Math.round(low + 120)} 480H${Math.round(low)}z`;
  });
  return {
    defs:
      linearGradient(
        `${id}s`,
        [0, mix(palette.leaf, palette.sky[0], 0.3)],
        [0.6, mix(back, light, 0.45)],
        [1, palette.land],
      ) +
      radialGradient(`${id}g`, [0, light], [1, light, 0]) +
      linearGradient(`${id}r`, [0, light, 0.7], [1, light, 0]),
    markup:
      `<path fill="url(#${id}s)" d="M0 0h800v600H0z"/>` +
      circle(`url(#${id}g)`, glowX, 300, 300) +
      fill(mix(back, palette.mid, 0.25), trunks(random, 9, 12, 24, 470)) +
      fill(mix(palette.land, palette.near, 0.5), trunks(random, 5, 24, 40, 490)) +
      fill(`url(#${id}r)`, rays.join("")) +
      grove(random, mix(palette.land, palette.near, 0.35), -10, 250, 476, 60) +
      grove(random, mix(palette.land, palette.near, 0.35), 540, 810, 476, 60) +
      fill(mix(palette.land, palette.leaf, 0.35), "M0 466q400-30 800 0v134H0z") +
      fill(
        mix(palette.wood, light, 0.4),
        `M${at(400)} 456q${mirrored ? "60 20 10 50-70 44 90 102h-330q110-70 176-104 40-30 14-48z" : "-60 20-10 50 70 44-90 102h330q-110-70-176-104-40-30-14-48z"}`,
      ) +
      walker(palette, palette.lamp, at(400), 506, 0.86, mirrored) +
      walker(palette, mix("#b3261e", palette.fore, 0.25), at(348), 520, 0.95, mirrored) +
      fill(palette.fore, bigTree(at(110), mirrored)) +
      fill(mix(palette.leaf, palette.fore, 0.45), canopy(random)) +
      banana(random, palette.leaf, palette.land, at(690), 600, 210, mirrored ? 1 : -1) +
      reeds(random, palette.fore, mirrored ? 806 : -6, mirrored ? 520 : 280, 110) +
      reeds(random, palette.fore, mirrored ? -6 : 806, mirrored ? 240 : 560, 80),
  };
}

/** Straight trunks at one distance with spreading roots, as one path. */
function trunks(random: Random, count: number, slim: number, thick: number, foot: number): string {
  const path = new PathBuilder();
  for (let at = 0; at < count; at++) {
    const x = (800 / count) * (at + random.between(0.1, 0.9));
    const half = random.between(slim, thick) / 2;
    const lean = random.between(-14, 14);
    path
      .move(x - half + lean, -5)
      .line(x + half + lean, -5)
      .line(x + half, foot - 60)
      .curve(x + half, foot - 14, x + half * 2.6, foot);
    path
      .line(x - half * 2.6, foot)
      .curve(x - half, foot - 14, x - half, foot - 60)
      .close();
  }
  return String(path);
}

/** The nearest tree with buttress roots and a liana, at one side. */
function bigTree(x: number, mirrored: boolean): string {
  const side = mirrored ? -1 : 1;
  const at = (offset: number) => x + side * offset;
  return `M${at(-46)} -5L${at(-40)} 420Q${at(-60)} 540 ${at(-120)} 605H${at(150)}Q${at(60)} 560 ${at(44)} 420L${at(40)} 190Q${at(90)} 120 ${at(170)} 96L${at(166)} 84Q${at(84)} 96 ${at(40)} 140L${at(44)} -5z`;
}

function canopy(random: Random): string {
  const path = new PathBuilder().move(-5, -5).line(-5, 70);
  for (let at = 1; at <= 9; at++) {
    const x = (at * 810) / 9;
    const y = 40 + Math.abs(at - 5) * 14 + random.between(-10, 22);
    path.curve(x - 50, y + 44, x, y);
  }
  return String(path.line(805, -5).close());
}

/** A rope bridge over the gorge between two towers, walkers on it. */
function hangingBridge(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "bridge");
  const mirrored = random.chance(0.5);
  const land = valley(seed, palette, id, {
    horizon: 440,
    stones: "far and middle",
    scale: 1.5,
    sun: random.between(0.38, 0.62),
  });
  const water = river(random, palette, id, 470, land.sky, { mirror: "" });
  const y = random.integer(312, 336);
  const sag = random.integer(74, 96);
  const deck = `M150 ${y}Q400 ${y + sag * 2} 650 ${y}`;
  const on = (share: number) => Math.round(y + sag * 4 * share * (1 - share));
  const walkers = [0.36, 0.44, 0.62].map((share, at) =>
    walker(
      palette,
      at === 1 ? palette.lamp : mix("#b3261e", palette.fore, 0.2),
      150 + 500 * share,
      on(share),
      0.5,
      mirrored,
    ),
  );
  const bank = (side: -1 | 1) => {
    const at = (inward: number) => (side < 0 ? inward : 800 - inward);
    const path = new PathBuilder()
      .move(at(-5), 610)
      .line(at(-5), random.between(120, 190))
      .curve(at(40), random.between(110, 150), at(96), random.between(190, 220));
    path
      .curve(at(150), 226, at(152), y - 6)
      .line(at(168), y + 8)
      .line(at(150), y + 90)
      .line(at(176), y + 150)
      .curve(at(170), 560, at(240), 610);
    return String(path.close());
  };
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      grove(random, mix(palette.land, palette.near, 0.4), -10, 810, 472, 40) +
      water.markup +
      fill(palette.near, bank(-1) + bank(1)) +
      fill(
        mix(palette.mid, palette.lit, 0.6),
        `M120 ${y + 40}l6 90-10-16-6 40-10-60 2-50zM690 ${y + 30}l-4 100 10-20 6 44 8-70-4-50z`,
      ) +
      grove(random, mix(palette.land, palette.leaf, 0.3), -40, 150, 232, 66, 22) +
      grove(random, mix(palette.land, palette.leaf, 0.3), 660, 840, 232, 66, 22) +
      palm(random, palette.leaf, mirrored ? 720 : 80, y + 6, 190, mirrored ? -30 : 30) +
      stroke(palette.fore, 6, `M156 ${y + 6}v-66M644 ${y + 6}v-66`) +
      stroke(
        palette.fore,
        32,
        deck,
        `transform="translate(0 -16)" stroke-dasharray="2 20" stroke-linecap="butt"`,
      ) +
      stroke(palette.fore, 3, deck, `transform="translate(0 -34)"`) +
      walkers.join("") +
      stroke(mix(palette.wood, palette.lit, 0.2), 8, deck) +
      stroke(palette.fore, 3, deck, `transform="translate(0 6)"`) +
      reeds(random, palette.fore, -6, 260, 110) +
      reeds(random, palette.fore, 806, 560, 90),
  };
}

/** Tents on the bank, a fire with people around it, the towers across the river. */
function camp(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "camp");
  const shore = random.integer(376, 390);
  const land = valley(seed, palette, id, { horizon: shore, scale: 1.12 });
  const water = river(random, palette, id, shore, land.sky, { bottom: 480 });
  const away = land.sky.sunX < 400 ? 1 : -1;
  const dark = palette.time === "dusk" || palette.time === "night";
  const tent = (color: string) =>
    fill(mix(color, palette.fore, 0.35), "M-70 0L0-92 80 0z") +
    fill(color, "M-70 0L0-92 22 0z") +
    fill(dark ? palette.lamp : mix(color, palette.fore, 0.6), "M-34 0L-6-66 6 0z");
  const colors = ["#b45309", "#0f6b72", "#b3261e", "#e09a2b"].map((color) =>
    mix(color, palette.near, dark ? 0.32 : 0.1),
  );
  const first = random.integer(0, 3);
  const fire = Math.round(400 - away * 60);
  return {
    defs:
      land.defs +
      water.defs +
      radialGradient(`${id}f`, [0, palette.lamp, dark ? 0.7 : 0.3], [1, palette.lamp, 0]),
    markup:
      land.markup +
      grove(random, palette.land, -10, 810, shore + 3, 26) +
      water.markup +
      fill(mix(palette.land, palette.leaf, 0.45), "M0 474q180-26 420-12t380 4v134H0z") +
      transformGroup(400 + away * 190, 520, 1.15, tent(colors[first]!), away < 0) +
      transformGroup(400 + away * 320, 530, 1.25, tent(colors[(first + 1) % 4]!), away < 0) +
      circle(`url(#${id}f)`, fire, 520, 170) +
      fill("#e8662a", `M${fire - 22} 536q-10-26 8-40 0 10 6 12 0-26 16-38 0 20 12 32 10 16 2 34z`) +
      fill(palette.lamp, `M${fire - 10} 536q-6-16 6-24 4 6 8-4 12 14 6 28z`) +
      stroke(palette.fore, 7, `M${fire - 30} 540l60-8M${fire - 28} 532l58 10`) +
      [-74, 70]
        .map((offset, at) =>
          transformGroup(
            fire + offset,
            540,
            1,
            fill(
              palette.fore,
              "M-18 0q-6-26 8-40 16-8 22 10l2 16 18 0 2 14zM-6-56a9 9 0 1 1 18 0 9 9 0 1 1-18 0",
            ),
            at === 1,
          ),
        )
        .join("") +
      palm(random, palette.fore, 400 - away * 330, 606, 400, away * 34) +
      reeds(random, palette.fore, away > 0 ? -6 : 806, away > 0 ? 300 : 500, 110),
  };
}
