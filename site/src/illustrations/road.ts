/** Getting about: the mountain road with a rider, and the bus along the fields. */
import { disc, fade, fill, ink, place, Trace } from "./draw";
import { mix, type Inks } from "./palettes";
import type { Drawing } from "./kinds";
import { grove, palm, reeds } from "./plants";
import { random, turn } from "./random";
import { cloth, motorbike } from "./town";
import { valley } from "./valley";

export function road(seed: number, inks: Inks, id: string): Drawing {
  return turn(seed, 2, 0) === 0 ? bend(seed, inks, id) : bus(seed, inks, id);
}

function asphalt(inks: Inks): string {
  return mix(mix(inks.mid, inks.wood, 0.45), inks.fore, 0.3);
}

/** The road winds towards us out of the karst, white posts on its outer side. */
function bend(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "bend road");
  const horizon = dice.whole(352, 366);
  const land = valley(seed, inks, id, { horizon, scale: 1.1 });
  const away = land.sky.sunX < 400 ? 1 : -1;
  const x = land.sky.sunX;
  const at = (offset: number) => Math.round(x + away * offset);
  const near = (offset: number) => Math.round(400 + away * offset);
  const y = (down: number) => horizon + down;
  const course =
    `M${at(0)} ${y(8)}C${at(20)} ${y(34)} ${near(250)} ${y(30)} ${near(190)} ${y(70)}C${near(150)} ${y(96)} ${near(-190)} ${y(84)} ${near(-180)} ${y(148)}Q${near(-176)} ${y(190)} ${near(-60)} 612` +
    `H${near(330)}Q${near(60)} ${y(170)} ${near(100)} ${y(132)}C${near(150)} ${y(100)} ${near(330)} ${y(100)} ${near(306)} ${y(58)}C${near(290)} ${y(26)} ${at(60)} ${y(34)} ${at(10)} ${y(8)}z`;
  const middle = `M${near(250)} ${y(60)}C${near(250)} ${y(90)} ${near(-50)} ${y(90)} ${near(-46)} ${y(140)}Q${near(-40)} ${y(186)} ${near(130)} 612`;
  const posts = new Trace();
  for (const [px, py, tall] of [
    [-196, 130, 16],
    [-206, 156, 20],
    [-190, 186, 25],
    [-156, 216, 30],
  ] as const)
    posts.stroke([near(px), y(py)], [near(px), y(py - tall)]);
  return {
    defs: land.defs + fade(`${id}l`, [0, mix(inks.land, inks.haze, 0.45)], [1, inks.leaf]),
    markup:
      land.markup +
      `<path fill="url(#${id}l)" d="M0 ${horizon}h800V600H0z"/>` +
      grove(dice, mix(inks.land, inks.haze, 0.22), -10, 810, horizon + 14, 26) +
      fill(asphalt(inks), course, `stroke="${mix(inks.wall, inks.haze, 0.4)}" stroke-width="4"`) +
      ink(
        mix(inks.wall, inks.sun, 0.4),
        5,
        middle,
        `stroke-dasharray="26 26" opacity=".8" stroke-linecap="butt"`,
      ) +
      ink(mix(inks.wall, inks.sun, 0.5), 7, posts, `stroke-linecap="butt"`) +
      grove(
        dice,
        mix(inks.land, inks.leaf, 0.5),
        Math.min(near(330), near(700)),
        Math.max(near(330), near(700)),
        y(110),
        40,
        24,
      ) +
      palm(dice, inks.leaf, near(336), y(120), 190, away * 16) +
      motorbike(
        inks,
        cloth(inks, dice.pick(["red", "blue", "teal"])),
        cloth(inks, dice.pick(["cream", "amber"])),
        near(-20),
        y(168),
        0.82,
        away > 0,
      ) +
      reeds(dice, inks.fore, away > 0 ? 806 : -6, away > 0 ? 560 : 240, 100) +
      reeds(dice, inks.fore, away > 0 ? -6 : 806, away > 0 ? 170 : 630, 60),
  };
}

/** A country bus on the straight road, poles and wires along it, fields before. */
function bus(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "bus");
  const horizon = dice.whole(384, 398);
  const mirrored = dice.chance(0.5);
  const land = valley(seed, inks, id, { horizon, scale: 1.12 });
  const paint = cloth(inks, dice.pick(["red", "teal", "amber", "blue"]));
  const cream = cloth(inks, "cream");
  const glass =
    inks.time === "night" || inks.time === "dusk" ? inks.lamp : mix(inks.water[0], inks.sky[1], 0.4);
  const coach =
    fill(inks.fore, "M-180 6q180-16 370 0-190 16-370 0z", `opacity=".35"`) +
    fill(cream, "M-170-20v-104q2-20 22-20h286q26 0 34 28l14 56v40z") +
    fill(paint, "M-170-20v-46h350l6 10v36z") +
    fill(mix(cream, inks.fore, 0.25), "M-140-152h220v9h-220z") +
    fill(
      glass,
      "M-156-128h58v44h-58zM-88-128h58v44h-58zM-20-128h58v44h-58zM48-128h52v44H48zM112-128h24q14 0 18 14l8 38h-50z",
    ) +
    ink(mix(cream, inks.fore, 0.3), 3, "M-170-66h352M106-128v106M146-76v54") +
    disc(inks.fore, -104, -18, 26) +
    disc(inks.fore, 116, -18, 26) +
    disc(cream, -104, -18, 11) +
    disc(cream, 116, -18, 11) +
    fill(inks.lamp, "M174-50h12v14h-10z") +
    (glass === inks.lamp ? fill(inks.lamp, "M186-46l150-14v76z", `opacity=".25"`) : "");
  const rows = new Trace();
  for (let at = 0; at < 3; at++) rows.stroke([-5, 548 + at * 22], [805, 548 + at * 22]);
  return {
    defs: land.defs,
    markup:
      land.markup +
      grove(dice, mix(inks.near, inks.land, 0.5), -10, 810, horizon + 10, 40) +
      fill(mix(inks.land, inks.haze, 0.25), `M0 ${horizon + 8}h800V600H0z`) +
      ink(
        inks.fore,
        5,
        `M120 ${horizon + 70}V210M400 ${horizon + 70}V230M680 ${horizon + 70}V210M98 222h44M380 242h40M658 222h44`,
      ) +
      ink(
        inks.fore,
        2,
        "M-10 236Q60 250 120 222 260 276 400 242 540 276 680 222 740 250 810 236",
        `opacity=".8"`,
      ) +
      fill(asphalt(inks), `M0 ${horizon + 62}h800v74H0z`) +
      ink(
        mix(inks.wall, inks.sun, 0.4),
        5,
        `M-10 ${horizon + 100}h820`,
        `stroke-dasharray="40 34" opacity=".8" stroke-linecap="butt"`,
      ) +
      fill(mix(inks.wall, inks.fore, 0.25), `M0 ${horizon + 132}h800v6H0z`) +
      place(400, horizon + 122, 0.98, coach, mirrored) +
      fill(mix(inks.land, inks.lamp, inks.time === "night" ? 0.04 : 0.24), `M0 ${horizon + 138}h800V600H0z`) +
      ink(inks.leaf, 8, rows, `stroke-dasharray="1 18" opacity=".8"`) +
      reeds(dice, inks.fore, -6, dice.whole(180, 280), 80) +
      reeds(dice, inks.fore, 806, dice.whole(560, 640), 66),
  };
}
