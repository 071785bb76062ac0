/** Caves: the way out on the river, the shaft of light, the gallery of columns, and the mouth seen from the water. */
import { box, disc, fade, fill, glow, ink, place, Trace } from "./draw";
import { mix, type Inks } from "./palettes";
import type { Drawing } from "./kinds";
import { grove, palm } from "./plants";
import { random, turn, type Random } from "./random";
import { mirrored, river, sampan } from "./river";
import { mouthOnTheRiver } from "./caveMouth";
import { ceiling, column, frame, stalagmites } from "./rock";
import { valley } from "./valley";

const VARIANTS = [wayOut, shaftOfLight, gallery, mouthOnTheRiver];

export function cave(seed: number, inks: Inks, id: string): Drawing {
  return VARIANTS[turn(seed, VARIANTS.length, 0)]!(seed, inks, id);
}

/** Cave rock from far, where daylight reaches, to near, where it is black. Stone is brown and grey, never leaf green. */
function rock(inks: Inks): readonly [string, string, string] {
  const bare = mix(inks.near, inks.wood, 0.62);
  return [mix(bare, inks.mid, 0.3), mix(inks.fore, bare, 0.5), mix(inks.fore, "#0f1613", 0.6)];
}

/** From the dark towards the light: the valley through the mouth, a boat leaving. */
function wayOut(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "way out");
  const shore = dice.whole(368, 388);
  const land = valley(seed, inks, id, {
    horizon: shore,
    stones: "far and middle",
    scale: 0.95,
    sun: dice.between(0.38, 0.62),
  });
  const water = river(dice, inks, id, shore, land.sky, { mirror: "" });
  const [far, mid, near] = rock(inks);
  const drift = dice.between(-40, 40);
  const ring = (color: string, inset: number, top: number, teeth: number, rim = "") =>
    fill(
      color,
      frame(dice, {
        left: inset + drift * (inset / 190),
        right: 800 - inset + drift * (inset / 190),
        top,
        teeth,
      }),
      `fill-rule="evenodd"${rim}`,
    );
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      grove(dice, inks.land, -10, 810, shore + 2, 24) +
      water.markup +
      ring(
        far,
        dice.between(165, 200),
        dice.between(88, 112),
        70,
        ` stroke="${mix(far, inks.lit, 0.7)}" stroke-width="3"`,
      ) +
      sampan(
        inks,
        dice.pick(["rowed", "guided", "roofed"]),
        400 + drift,
        shore + 92,
        0.95,
        dice.chance(0.5),
      ) +
      ring(mid, dice.between(96, 120), dice.between(44, 62), 110) +
      ring(near, dice.between(20, 44), dice.between(2, 18), 150),
  };
}

/** A hall whose roof has fallen in: light comes down on a garden, and someone very small looks up. */
function shaftOfLight(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "shaft");
  const [far, mid, near] = rock(inks);
  const left = dice.chance(0.5);
  const x = left ? dice.between(300, 350) : dice.between(450, 500);
  const aim = x + (left ? 1 : -1) * dice.between(30, 90);
  const light = inks.time === "night" ? inks.glint : mix(inks.sun, inks.halo, 0.35);
  const hall = mix(far, inks.haze, inks.time === "night" ? 0.14 : 0.26);
  const at = (offset: number) => Math.round(x + offset);
  const rim = new Trace().blob(
    [x - 190, 96],
    [x - 120, 46],
    [x - 20, 62],
    [x + 80, 38],
    [x + 190, 84],
    [x + 150, 142],
    [x + 30, 128],
    [x - 60, 152],
    [x - 160, 140],
  );
  const open = new Trace().blob(
    [x - 170, 96],
    [x - 110, 62],
    [x - 14, 76],
    [x + 76, 54],
    [x + 166, 90],
    [x + 130, 124],
    [x + 30, 110],
    [x - 60, 130],
    [x - 140, 126],
  );
  const person = left ? dice.whole(590, 640) : dice.whole(160, 210);
  const ray = (from: number, to: number, half: number) =>
    `M${at(from)} 84L${Math.round(aim - half)} 560H${Math.round(aim + half)}L${at(to)} 78z`;
  return {
    defs:
      fade(`${id}s`, [0, mix(mid, near, 0.3)], [0.8, hall], [1, far]) +
      fade(`${id}o`, [0, inks.sky[1]], [1, inks.sky[2]]) +
      fade(`${id}b`, [0, light, 0], [0.14, light, 0.75], [1, light, 0]),
    markup:
      box(`url(#${id}s)`, 0, 0, 800, 600) +
      fill(
        mix(hall, far, 0.5),
        frame(dice, { left: 130, right: 670, top: 40, teeth: 40 }),
        `fill-rule="evenodd"`,
      ) +
      fill(mix(hall, far, 0.5), stalagmites(dice, -10, 810, 470, 150, 7)) +
      fill(mix(inks.leaf, inks.land, 0.4), rim) +
      fill(`url(#${id}o)`, open) +
      fill(`url(#${id}b)`, ray(-150, 150, 250), `opacity=".5"`) +
      fill(`url(#${id}b)`, ray(-90, 100, 130)) +
      `<path fill="${mix(inks.land, light, 0.25)}" d="M${Math.round(aim - 290)} 600q90-122 290-126 200 4 290 126z"/>` +
      grove(dice, mix(inks.land, light, 0.08), aim - 170, aim + 170, 506, 48, 14) +
      palm(dice, inks.leaf, aim + (left ? -80 : 80), 512, 130, left ? -16 : 16) +
      fill(mid, stalagmites(dice, left ? 470 : -10, left ? 810 : 330, 560, 130, 4)) +
      fill(
        near,
        frame(dice, { left: dice.between(-20, 30), right: dice.between(770, 820), top: 14, teeth: 110 }),
        `fill-rule="evenodd"`,
      ) +
      explorer(near, inks.lamp, light, person, 528, left) +
      fill(near, `M${person - 130} 609q40-80 130-82 100 4 150 82z`),
  };
}

/** Someone with a lamp on the helmet and a rucksack, feet at (x, y); the lamp shines towards the hall. */
function explorer(
  body: string,
  lamp: string,
  light: string,
  x: number,
  y: number,
  mirrored: boolean,
): string {
  return place(
    x,
    y,
    1,
    fill(light, "M4-61l120-42q16 24 6 48z", `opacity=".25"`) +
      fill(body, "M-7 4l2-26q-12-2-11-20 2-12 14-12 12 2 11 18l-2 14 3 26h-7l-4-22-1 22z") +
      disc(body, 1, -60, 8) +
      disc(lamp, 8, -62, 4),
    mirrored,
  );
}

/** Columns lit by lamps, doubled in still water, and the boardwalk through them. */
function gallery(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "gallery");
  const [far, mid, near] = rock(inks);
  const warm = mix(inks.lamp, inks.halo, 0.1);
  const glowX = dice.whole(280, 520);
  const water = dice.whole(432, 452);
  const back = [0, 1, 2, 3, 4]
    .map((at) => column(dice, 60 + at * 170 + dice.between(-34, 34), 40, water, dice.between(24, 44)))
    .join("");
  const front = [
    dice.between(70, 150),
    dice.between(640, 730),
    glowX + (glowX < 400 ? 1 : -1) * dice.between(150, 190),
  ];
  return {
    defs:
      fade(`${id}s`, [0, near], [0.7, mix(far, warm, 0.2)], [1, near]) +
      glow(`${id}g`, [0, mix(warm, inks.sun, 0.4)], [0.4, warm, 0.55], [1, warm, 0]) +
      fade(`${id}w`, [0, mix(inks.water[1], warm, 0.3)], [1, near]),
    markup:
      box(`url(#${id}s)`, 0, 0, 800, 600) +
      `<g id="${id}n">` +
      disc(`url(#${id}g)`, glowX, water - 80, 330) +
      fill(mix(far, warm, 0.34), back + stalagmites(dice, -10, 810, water, 100, 8, water + 2)) +
      front
        .map((x, at) => {
          const wide = at === 2 ? 40 : 74;
          const trunk = column(dice, x, 0, water + 2, wide);
          // The lit edge is the same column, seen past its own darker copy.
          return (
            fill(mix(far, warm, 0.72), trunk) +
            fill(mid, trunk, `transform="translate(${x < glowX ? -wide / 7 : wide / 7})"`)
          );
        })
        .join("") +
      "</g>" +
      fill(mid, ceiling(dice, 56, 130, 6, 40)) +
      box(`url(#${id}w)`, 0, water, 800, 168) +
      `<g opacity=".45">${mirrored(`${id}n`, water, 0.45)}</g>` +
      ink(
        mix(inks.glint, warm, 0.5),
        2.5,
        `M${glowX - 60} ${water + 12}h120M${glowX - 40} ${water + 26}h60M${glowX + 6} ${water + 42}h70`,
        `opacity=".6"`,
      ) +
      boardwalk(dice, inks, near, water + 48) +
      fill(near, ceiling(dice, 10, 120, 4, 60)) +
      fill(near, stalagmites(dice, -10, 150, 580, 100, 2)) +
      fill(near, stalagmites(dice, 660, 810, 585, 90, 2)),
  };
}

/** A wooden walk across the picture at `y` with a railing and two or three visitors. */
function boardwalk(dice: Random, inks: Inks, dark: string, y: number): string {
  const walk = `M-5 ${y + 34}Q${dice.whole(260, 540)} ${y - 14} 805 ${y + 26}`;
  const visitors = [0, 1, 2].map((at) => 300 + at * dice.whole(34, 74) + (at === 2 ? 60 : 0));
  const plank = mix(inks.wood, inks.lamp, 0.28);
  return (
    visitors
      .map((x) =>
        place(
          x,
          y + 8,
          0.8,
          fill(dark, "M-7 4l1-30q-6-4-4-18 2-10 10-10t10 10q1 14-4 18l1 30z") + disc(dark, 0, -62, 8),
        ),
      )
      .join("") +
    ink(dark, 4, walk, `transform="translate(0 -34)"`) +
    ink(dark, 34, walk, `transform="translate(0 -16)" stroke-dasharray="3 52" stroke-linecap="butt"`) +
    ink(plank, 12, walk) +
    ink(dark, 5, walk, `transform="translate(0 8)"`)
  );
}
