/** Caves: the exit on the river, a shaft of light, a gallery of columns, and the mouth seen from the water. */
import {
  rect,
  circle,
  linearGradient,
  fill,
  radialGradient,
  stroke,
  transformGroup,
  PathBuilder,
} from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { grove, palm } from "./plants";
import { createRandom, pickVariant, type Random } from "./random";
import { mirrored, river, sampan } from "./river";
import { mouthOnTheRiver } from "./caveMouth";
import { ceiling, column, frame, stalagmites } from "./rock";
import { valley } from "./valley";

const VARIANTS = [wayOut, shaftOfLight, gallery, mouthOnTheRiver];

export function cave(seed: number, palette: ScenePalette, id: string): Drawing {
  return VARIANTS[pickVariant(seed, VARIANTS.length, 0)]!(seed, palette, id);
}

/** Cave rock from far, in daylight, to near, where it is black. The colors are brown and gray, unlike plants. */
function rock(palette: ScenePalette): readonly [string, string, string] {
  const bare = mix(palette.near, palette.wood, 0.62);
  return [mix(bare, palette.mid, 0.3), mix(palette.fore, bare, 0.5), mix(palette.fore, "#0f1613", 0.6)];
}

/** The valley seen from inside a cave, with a boat that leaves. */
function wayOut(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "way out");
  const shore = random.integer(368, 388);
  const land = valley(seed, palette, id, {
    horizon: shore,
    stones: "far and middle",
    scale: 0.95,
    sun: random.between(0.38, 0.62),
  });
  const water = river(random, palette, id, shore, land.sky, { mirror: "" });
  const [far, mid, near] = rock(palette);
  const drift = random.between(-40, 40);
  const ring = (color: string, inset: number, top: number, teeth: number, rim = "") =>
    fill(
      color,
      frame(random, {
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
      grove(random, palette.land, -10, 810, shore + 2, 24) +
      water.markup +
      ring(
        far,
        random.between(165, 200),
        random.between(88, 112),
        70,
        ` stroke="${mix(far, palette.lit, 0.7)}" stroke-width="3"`,
      ) +
      sampan(
        palette,
        random.pick(["rowed", "guided", "roofed"]),
        400 + drift,
        shore + 92,
        0.95,
        random.chance(0.5),
      ) +
      ring(mid, random.between(96, 120), random.between(44, 62), 110) +
      ring(near, random.between(20, 44), random.between(2, 18), 150),
  };
}

/** A hall with a collapsed roof: light falls on a garden, and a small person looks up. */
function shaftOfLight(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "shaft");
  const [far, mid, near] = rock(palette);
  const left = random.chance(0.5);
  const x = left ? random.between(300, 350) : random.between(450, 500);
  const aim = x + (left ? 1 : -1) * random.between(30, 90);
  const light = palette.time === "night" ? palette.glint : mix(palette.sun, palette.halo, 0.35);
  const hall = mix(far, palette.haze, palette.time === "night" ? 0.14 : 0.26);
  const at = (offset: number) => Math.round(x + offset);
  const rim = new PathBuilder().blob(
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
  const open = new PathBuilder().blob(
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
  const person = left ? random.integer(590, 640) : random.integer(160, 210);
  const ray = (from: number, to: number, half: number) =>
    `M${at(from)} 84L${Math.round(aim - half)} 560H${Math.round(aim + half)}L${at(to)} 78z`;
  return {
    defs:
      linearGradient(`${id}s`, [0, mix(mid, near, 0.3)], [0.8, hall], [1, far]) +
      linearGradient(`${id}o`, [0, palette.sky[1]], [1, palette.sky[2]]) +
      linearGradient(`${id}b`, [0, light, 0], [0.14, light, 0.75], [1, light, 0]),
    markup:
      rect(`url(#${id}s)`, 0, 0, 800, 600) +
      fill(
        mix(hall, far, 0.5),
        frame(random, { left: 130, right: 670, top: 40, teeth: 40 }),
        `fill-rule="evenodd"`,
      ) +
      fill(mix(hall, far, 0.5), stalagmites(random, -10, 810, 470, 150, 7)) +
      fill(mix(palette.leaf, palette.land, 0.4), rim) +
      fill(`url(#${id}o)`, open) +
      fill(`url(#${id}b)`, ray(-150, 150, 250), `opacity=".5"`) +
      fill(`url(#${id}b)`, ray(-90, 100, 130)) +
      `<path fill="${mix(palette.land, light, 0.25)}" d="M${Math.round(aim - 290)} 600q90-122 290-126 200 4 290 126z"/>` +
      grove(random, mix(palette.land, light, 0.08), aim - 170, aim + 170, 506, 48, 14) +
      palm(random, palette.leaf, aim + (left ? -80 : 80), 512, 130, left ? -16 : 16) +
      fill(mid, stalagmites(random, left ? 470 : -10, left ? 810 : 330, 560, 130, 4)) +
      fill(
        near,
        frame(random, {
          left: random.between(-20, 30),
          right: random.between(770, 820),
          top: 14,
          teeth: 110,
        }),
        `fill-rule="evenodd"`,
      ) +
      explorer(near, palette.lamp, light, person, 528, left) +
      fill(near, `M${person - 130} 609q40-80 130-82 100 4 150 82z`),
  };
}

/** A person with a helmet lamp and a backpack, feet at (x, y); the lamp shines into the hall. */
function explorer(
  body: string,
  lamp: string,
  light: string,
  x: number,
  y: number,
  mirrored: boolean,
): string {
  return transformGroup(
    x,
    y,
    1,
    fill(light, "M4-61l120-42q16 24 6 48z", `opacity=".25"`) +
      fill(body, "M-7 4l2-26q-12-2-11-20 2-12 14-12 12 2 11 18l-2 14 3 26h-7l-4-22-1 22z") +
      circle(body, 1, -60, 8) +
      circle(lamp, 8, -62, 4),
    mirrored,
  );
}

/** Lit columns, their mirror image in water, and a boardwalk. */
function gallery(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "gallery");
  const [far, mid, near] = rock(palette);
  const warm = mix(palette.lamp, palette.halo, 0.1);
  const glowX = random.integer(280, 520);
  const water = random.integer(432, 452);
  const back = [0, 1, 2, 3, 4]
    .map((at) => column(random, 60 + at * 170 + random.between(-34, 34), 40, water, random.between(24, 44)))
    .join("");
  const front = [
    random.between(70, 150),
    random.between(640, 730),
    glowX + (glowX < 400 ? 1 : -1) * random.between(150, 190),
  ];
  return {
    defs:
      linearGradient(`${id}s`, [0, near], [0.7, mix(far, warm, 0.2)], [1, near]) +
      radialGradient(`${id}g`, [0, mix(warm, palette.sun, 0.4)], [0.4, warm, 0.55], [1, warm, 0]) +
      linearGradient(`${id}w`, [0, mix(palette.water[1], warm, 0.3)], [1, near]),
    markup:
      rect(`url(#${id}s)`, 0, 0, 800, 600) +
      `<g id="${id}n">` +
      circle(`url(#${id}g)`, glowX, water - 80, 330) +
      fill(mix(far, warm, 0.34), back + stalagmites(random, -10, 810, water, 100, 8, water + 2)) +
      front
        .map((x, at) => {
          const wide = at === 2 ? 40 : 74;
          const trunk = column(random, x, 0, water + 2, wide);
          // The lit edge is the column itself behind a shifted darker copy.
          return (
            fill(mix(far, warm, 0.72), trunk) +
            fill(mid, trunk, `transform="translate(${x < glowX ? -wide / 7 : wide / 7})"`)
          );
        })
        .join("") +
      "</g>" +
      fill(mid, ceiling(random, 56, 130, 6, 40)) +
      rect(`url(#${id}w)`, 0, water, 800, 168) +
      `<g opacity=".45">${mirrored(`${id}n`, water, 0.45)}</g>` +
      stroke(
        mix(palette.glint, warm, 0.5),
        2.5,
        `M${glowX - 60} ${water + 12}h120M${glowX - 40} ${water + 26}h60M${glowX + 6} ${water + 42}h70`,
        `opacity=".6"`,
      ) +
      boardwalk(random, palette, near, water + 48) +
      fill(near, ceiling(random, 10, 120, 4, 60)) +
      fill(near, stalagmites(random, -10, 150, 580, 100, 2)) +
      fill(near, stalagmites(random, 660, 810, 585, 90, 2)),
  };
}

/** A wooden walk across the picture at `y` with a railing and two or three visitors. */
function boardwalk(random: Random, palette: ScenePalette, dark: string, y: number): string {
  const walk = `M-5 ${y + 34}Q${random.integer(260, 540)} ${y - 14} 805 ${y + 26}`;
  const visitors = [0, 1, 2].map((at) => 300 + at * random.integer(34, 74) + (at === 2 ? 60 : 0));
  const plank = mix(palette.wood, palette.lamp, 0.28);
  return (
    visitors
      .map((x) =>
        transformGroup(
          x,
          y + 8,
          0.8,
          fill(dark, "M-7 4l1-30q-6-4-4-18 2-10 10-10t10 10q1 14-4 18l1 30z") + circle(dark, 0, -62, 8),
        ),
      )
      .join("") +
    stroke(dark, 4, walk, `transform="translate(0 -34)"`) +
    stroke(dark, 34, walk, `transform="translate(0 -16)" stroke-dasharray="3 52" stroke-linecap="butt"`) +
    stroke(plank, 12, walk) +
    stroke(dark, 5, walk, `transform="translate(0 8)"`)
  );
}
