/** Transport: a mountain road with a rider, and a bus along fields. */
import { circle, linearGradient, fill, stroke, transformGroup, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { grove, palm, reeds } from "./plants";
import { createRandom, pickVariant } from "./random";
import { clothColor, motorbike } from "./town";
import { valley } from "./valley";

export function road(seed: number, palette: ScenePalette, id: string): Drawing {
  return pickVariant(seed, 2, 0) === 0 ? bend(seed, palette, id) : bus(seed, palette, id);
}

function asphalt(palette: ScenePalette): string {
  return mix(mix(palette.mid, palette.wood, 0.45), palette.fore, 0.3);
}

/** A winding road out of the karst with white posts on its outer side. */
function bend(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "bend road");
  const horizon = random.integer(352, 366);
  const land = valley(seed, palette, id, { horizon, scale: 1.1 });
  const away = land.sky.sunX < 400 ? 1 : -1;
  const x = land.sky.sunX;
  const at = (offset: number) => Math.round(x + away * offset);
  const near = (offset: number) => Math.round(400 + away * offset);
  const y = (down: number) => horizon + down;
  const course =
    `M${at(0)} ${y(8)}C${at(20)} ${y(34)} ${near(250)} ${y(30)} ${near(190)} ${y(70)}C${near(150)} ${y(96)} ${near(-190)} ${y(84)} ${near(-180)} ${y(148)}Q${near(-176)} ${y(190)} ${near(-60)} 612` +
    `H${near(330)}Q${near(60)} ${y(170)} ${near(100)} ${y(132)}C${near(150)} ${y(100)} ${near(330)} ${y(100)} ${near(306)} ${y(58)}C${near(290)} ${y(26)} ${at(60)} ${y(34)} ${at(10)} ${y(8)}z`;
  const middle = `M${near(250)} ${y(60)}C${near(250)} ${y(90)} ${near(-50)} ${y(90)} ${near(-46)} ${y(140)}Q${near(-40)} ${y(186)} ${near(130)} 612`;
  const posts = new PathBuilder();
  for (const [px, py, tall] of [
    [-196, 130, 16],
    [-206, 156, 20],
    [-190, 186, 25],
    [-156, 216, 30],
  ] as const)
    posts.stroke([near(px), y(py)], [near(px), y(py - tall)]);
  return {
    defs: land.defs + linearGradient(`${id}l`, [0, mix(palette.land, palette.haze, 0.45)], [1, palette.leaf]),
    markup:
      land.markup +
      `<path fill="url(#${id}l)" d="M0 ${horizon}h800V600H0z"/>` +
      grove(random, mix(palette.land, palette.haze, 0.22), -10, 810, horizon + 14, 26) +
      fill(asphalt(palette), course, `stroke="${mix(palette.wall, palette.haze, 0.4)}" stroke-width="4"`) +
      stroke(
        mix(palette.wall, palette.sun, 0.4),
        5,
        middle,
        `stroke-dasharray="26 26" opacity=".8" stroke-linecap="butt"`,
      ) +
      stroke(mix(palette.wall, palette.sun, 0.5), 7, posts, `stroke-linecap="butt"`) +
      grove(
        random,
        mix(palette.land, palette.leaf, 0.5),
        Math.min(near(330), near(700)),
        Math.max(near(330), near(700)),
        y(110),
        40,
        24,
      ) +
      palm(random, palette.leaf, near(336), y(120), 190, away * 16) +
      motorbike(
        palette,
        clothColor(palette, random.pick(["red", "blue", "teal"])),
        clothColor(palette, random.pick(["cream", "amber"])),
        near(-20),
        y(168),
        0.82,
        away > 0,
      ) +
      reeds(random, palette.fore, away > 0 ? 806 : -6, away > 0 ? 560 : 240, 100) +
      reeds(random, palette.fore, away > 0 ? -6 : 806, away > 0 ? 170 : 630, 60),
  };
}

/** A country bus on the straight road, poles and wires along it, fields before. */
function bus(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "bus");
  const horizon = random.integer(384, 398);
  const mirrored = random.chance(0.5);
  const land = valley(seed, palette, id, { horizon, scale: 1.12 });
  const paint = clothColor(palette, random.pick(["red", "teal", "amber", "blue"]));
  const cream = clothColor(palette, "cream");
  const glass =
    palette.time === "night" || palette.time === "dusk"
      ? palette.lamp
      : mix(palette.water[0], palette.sky[1], 0.4);
  const coach =
    fill(palette.fore, "M-180 6q180-16 370 0-190 16-370 0z", `opacity=".35"`) +
    fill(cream, "M-170-20v-104q2-20 22-20h286q26 0 34 28l14 56v40z") +
    fill(paint, "M-170-20v-46h350l6 10v36z") +
    fill(mix(cream, palette.fore, 0.25), "M-140-152h220v9h-220z") +
    fill(
      glass,
      "M-156-128h58v44h-58zM-88-128h58v44h-58zM-20-128h58v44h-58zM48-128h52v44H48zM112-128h24q14 0 18 14l8 38h-50z",
    ) +
    stroke(mix(cream, palette.fore, 0.3), 3, "M-170-66h352M106-128v106M146-76v54") +
    circle(palette.fore, -104, -18, 26) +
    circle(palette.fore, 116, -18, 26) +
    circle(cream, -104, -18, 11) +
    circle(cream, 116, -18, 11) +
    fill(palette.lamp, "M174-50h12v14h-10z") +
    (glass === palette.lamp ? fill(palette.lamp, "M186-46l150-14v76z", `opacity=".25"`) : "");
  const rows = new PathBuilder();
  for (let at = 0; at < 3; at++) rows.stroke([-5, 548 + at * 22], [805, 548 + at * 22]);
  return {
    defs: land.defs,
    markup:
      land.markup +
      grove(random, mix(palette.near, palette.land, 0.5), -10, 810, horizon + 10, 40) +
      fill(mix(palette.land, palette.haze, 0.25), `M0 ${horizon + 8}h800V600H0z`) +
      stroke(
        palette.fore,
        5,
        `M120 ${horizon + 70}V210M400 ${horizon + 70}V230M680 ${horizon + 70}V210M98 222h44M380 242h40M658 222h44`,
      ) +
      stroke(
        palette.fore,
        2,
        "M-10 236Q60 250 120 222 260 276 400 242 540 276 680 222 740 250 810 236",
        `opacity=".8"`,
      ) +
      fill(asphalt(palette), `M0 ${horizon + 62}h800v74H0z`) +
      stroke(
        mix(palette.wall, palette.sun, 0.4),
        5,
        `M-10 ${horizon + 100}h820`,
        `stroke-dasharray="40 34" opacity=".8" stroke-linecap="butt"`,
      ) +
      fill(mix(palette.wall, palette.fore, 0.25), `M0 ${horizon + 132}h800v6H0z`) +
      transformGroup(400, horizon + 122, 0.98, coach, mirrored) +
      fill(
        mix(palette.land, palette.lamp, palette.time === "night" ? 0.04 : 0.24),
        `M0 ${horizon + 138}h800V600H0z`,
      ) +
      stroke(palette.leaf, 8, rows, `stroke-dasharray="1 18" opacity=".8"`) +
      reeds(random, palette.fore, -6, random.integer(180, 280), 80) +
      reeds(random, palette.fore, 806, random.integer(560, 640), 66),
  };
}
