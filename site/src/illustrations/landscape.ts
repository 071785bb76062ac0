/** The default picture: limestone karst over the river, the rice fields or the winding valley. */
import { fade, fill, ink, place } from "./draw";
import { mix, type Inks } from "./palettes";
import { stiltHouses } from "./houses";
import { banana, grove, palm, reeds } from "./plants";
import { random, turn, type Random } from "./random";
import { river, sampan } from "./river";
import type { Drawing } from "./kinds";
import { valley } from "./valley";

const VARIANTS = [onTheRiver, amongTheFields, aboveTheBend, byTheVillage];

export function landscape(seed: number, inks: Inks, id: string): Drawing {
  return VARIANTS[turn(seed, VARIANTS.length, 0)]!(seed, inks, id);
}

/** Wide water, a sampan on its way, the mirrored towers. */
function onTheRiver(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "river");
  const shore = dice.whole(392, 416);
  const land = valley(seed, inks, id, { horizon: shore, scale: 1.08 });
  const water = river(dice, inks, id, shore, land.sky);
  const away = land.sky.sunX < 400 ? 1 : -1;
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      grove(dice, inks.land, away > 0 ? 330 : -10, away > 0 ? 810 : 470, shore + 2, 22) +
      grove(dice, inks.land, away > 0 ? -10 : 650, away > 0 ? 150 : 810, shore + 2, 16) +
      water.markup +
      sampan(
        inks,
        dice.pick(["rowed", "guided", "roofed"]),
        400 + away * dice.between(-60, 60),
        dice.between(478, 500),
        dice.between(0.95, 1.2),
        away > 0,
      ) +
      corner(dice, inks, away > 0 ? -1 : 1),
  };
}

/** Leaves in one lower corner; side -1 is the left one. */
function corner(dice: Random, inks: Inks, side: -1 | 1): string {
  const x = side < 0 ? 0 : 800;
  const inward = side < 0 ? 1 : -1;
  return (
    reeds(dice, inks.leaf, x - inward * 6, x + inward * dice.between(230, 290), 92) +
    (dice.chance(0.5)
      ? banana(dice, inks.fore, inks.leaf, x + inward * 34, 612, dice.between(190, 240), inward)
      : palm(dice, inks.fore, x + inward * 60, 610, dice.between(300, 350), inward * dice.between(-20, 60))) +
    reeds(dice, inks.fore, x - inward * 6, x + inward * dice.between(150, 200), 70)
  );
}

/** Terraced rice in curved bands, someone at work, palms on the dyke. */
function amongTheFields(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "fields");
  const horizon = dice.whole(368, 388);
  const land = valley(seed, inks, id, { horizon, scale: 1.05 });
  const away = land.sky.sunX < 400 ? 1 : -1;
  return {
    defs: land.defs,
    markup:
      land.markup +
      grove(dice, mix(inks.land, inks.near, 0.5), -10, 810, horizon + 6, 28) +
      terraces(dice, inks, horizon, away) +
      place(400 + away * 70, horizon + 118, 1.05, buffalo(inks), away > 0) +
      place(400 - away * 60, horizon + 116, 0.9, carrier(inks)) +
      `<g id="${id}p">${palm(dice, inks.leaf, 400 + away * 290, horizon + 94, 190, away * -26)}</g>` +
      `<use href="#${id}p" transform="matrix(-.75 0 0 .75 ${Math.round(400 + away * 340 + 0.75 * (400 + away * 290))} ${Math.round((horizon + 100) * 0.25)})"/>` +
      reeds(dice, inks.fore, -6, dice.between(200, 320), 84) +
      reeds(dice, inks.fore, 806, dice.between(560, 660), 70),
  };
}

/** Six bands that widen towards us: young rice, ripe rice, flooded earth; dotted rows of seedlings in between. */
function terraces(dice: Random, inks: Inks, horizon: number, away: number): string {
  const green = mix(inks.land, inks.haze, 0.12);
  const ripe = mix(green, inks.lamp, inks.time === "night" ? 0.06 : 0.38);
  const flooded = mix(inks.water[0], inks.sky[2], 0.4);
  const turnOf = dice.whole(0, 2);
  const tints = [ripe, green, flooded];
  const dykes: string[] = [];
  const rows: string[] = [];
  let y = horizon + 4;
  let bands = "";
  for (let at = 0; at < 6; at++) {
    const bow = Math.round(away * (8 + at * 7));
    const crop = tints[(at + turnOf) % 3]!;
    const color = mix(crop, at > 3 ? inks.leaf : inks.haze, at > 3 ? (at - 3) * 0.28 : (3 - at) * 0.12);
    const bend = `q${300 - away * 120} ${bow} 800 ${-Math.round(bow * 0.7)}`;
    bands += fill(color, `M0 ${Math.round(y)}${bend}V600H0z`);
    dykes.push(`M0 ${Math.round(y)}${bend}`);
    if (crop !== ripe && at > 1) rows.push(`M${dice.whole(-9, 0)} ${Math.round(y + 9 + at * 2.4)}${bend}`);
    y += 13 + at * 9.5;
  }
  return (
    bands +
    ink(inks.leaf, 2.5, dykes.join(""), `opacity=".45"`) +
    ink(inks.leaf, 5, rows.join(""), `stroke-dasharray="1 18" opacity=".7"`)
  );
}

/** A water buffalo grazing, 110 wide, feet at (0, 0), head to the left. */
function buffalo(inks: Inks): string {
  return (
    fill(
      inks.fore,
      "M-34-42q24-10 52-4 22 0 30 14 6 10 4 32h-9l-4-20q-8 4-16 2l-2 18h-9l-1-18q-16 3-28-1l-4 19h-9l-2-26q-8-2-12-8-8 0-14-8-6-2-4-10l10-8q10 0 18 18z",
    ) + ink(inks.fore, 4, "M-52-42q-14-4-12-18M-48-44q8-8 4-20M52-30q6 12 3 22")
  );
}

/** Someone walking the dyke with two baskets on a shoulder pole, under a conical hat; 60 tall, 80 wide. */
function carrier(inks: Inks): string {
  return (
    ink(inks.fore, 3, "M-36-34q36-12 72 0M-36-34l-9 20M-36-34l9 20M36-34l-9 20M36-34l9 20") +
    fill(
      inks.fore,
      "M-49-15h26q-2 13-13 13t-13-13zM23-15h26q-2 13-13 13t-13-13zM-8-42h15q5 12 3 24l3 18h-6l-6-17-6 17h-7l5-20q-4-11-1-22z",
    ) +
    fill(mix(inks.lamp, inks.lit, 0.45), "M-19-40l19-16 19 16q-19 7-38 0z")
  );
}

/** The river seen from a height, winding to the light between the towers. */
function aboveTheBend(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "bend");
  const horizon = dice.whole(352, 372);
  const land = valley(seed, inks, id, { horizon, scale: 1.1 });
  const x = land.sky.sunX;
  const away = x < 400 ? 1 : -1;
  const at = (offset: number) => Math.round(x + away * offset);
  const course =
    `M${at(-6)} ${horizon + 6}C${at(-70)} ${horizon + 34} ${at(230)} ${horizon + 36} ${at(190)} ${horizon + 72}` +
    `C${at(160)} ${horizon + 108} ${at(-190)} ${horizon + 96} ${at(-40)} 612H${at(300)}` +
    `C${at(60)} ${horizon + 128} ${at(320)} ${horizon + 120} ${at(330)} ${horizon + 74}C${at(340)} ${horizon + 34} ${at(0)} ${horizon + 34} ${at(10)} ${horizon + 6}z`;
  return {
    defs:
      land.defs +
      fade(`${id}w`, [0, inks.water[0]], [1, mix(inks.water[0], inks.water[1], 0.75)]) +
      fade(`${id}l`, [0, mix(inks.land, inks.haze, 0.5)], [1, inks.leaf]),
    markup:
      land.markup +
      `<path fill="url(#${id}l)" d="M0 ${horizon}h800V600H0z"/>` +
      grove(dice, mix(inks.land, inks.haze, 0.25), -10, 810, horizon + 16, 26) +
      fill(`url(#${id}w)`, course) +
      ink(
        inks.glint,
        2.5,
        `M${at(210)} ${horizon + 62}h${away * 70}M${at(150)} ${horizon + 96}h${away * 80}M${at(60)} ${horizon + 124}h${away * 74}`,
        `opacity=".7"`,
      ) +
      sampan(inks, "rowed", at(252), horizon + 82, 0.36, away > 0) +
      grove(dice, inks.land, away > 0 ? -40 : x - 10, away > 0 ? x + 10 : 840, horizon + 62, 30, 14) +
      grove(
        dice,
        mix(inks.land, inks.leaf, 0.6),
        Math.min(at(370), at(760)),
        Math.max(at(370), at(760)),
        horizon + 112,
        36,
        22,
      ) +
      lookout(dice, inks, away > 0 ? 1 : -1),
  };
}

/** A rock in the lower corner with someone looking out; side -1 stands left. */
function lookout(dice: Random, inks: Inks, side: -1 | 1): string {
  const rock =
    fill(inks.fore, "M-20 612V486q40-14 92-8l14 16 60 8 22 30 62 14 30 68z") +
    fill(mix(inks.fore, inks.lit, 0.3), "M72 478l14 16 60 8 22 30-30-6-16-14-46-2-16-22z");
  const look =
    fill(inks.fore, "M84 498l2-34q-2-16 10-18 12 2 11 18l-1 34h-7l-3-24-3 24z") +
    disc2(inks.fore, 97, 437) +
    fill(mix(inks.lamp, inks.fore, 0.15), "M82 452q10-4 11 4v22q-12 4-13-4z");
  return place(side < 0 ? 0 : 800, 0, 1, rock + look + palm(dice, inks.fore, 20, 500, 230, 40), side > 0);
}

function disc2(color: string, x: number, y: number): string {
  return `<circle fill="${color}" cx="${x}" cy="${y}" r="8"/>`;
}

/** Stilt houses with lit windows on the far bank, boats on the water before them. */
function byTheVillage(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "village");
  const shore = dice.whole(404, 424);
  const land = valley(seed, inks, id, { horizon: shore, stones: "far and near", scale: 1.12 });
  const water = river(dice, inks, id, shore + 10, land.sky);
  const away = land.sky.sunX < 400 ? 1 : -1;
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      grove(dice, inks.land, -10, 810, shore + 12, 34) +
      water.markup +
      palm(dice, inks.leaf, 400 - away * 236, shore + 12, 150, away * 20) +
      stiltHouses(dice, inks, 4, (at) => 400 + away * (at * 104 - 196), shore + 12) +
      `<g id="${id}b">${sampan(inks, dice.pick(["rowed", "roofed"]), 400 - away * 120, 506, 1, away < 0)}</g>` +
      `<use href="#${id}b" transform="matrix(-.6 0 0 .6 ${Math.round(400 + away * 170 + 0.6 * (400 - away * 120))} ${Math.round(466 - 0.6 * 506)})"/>` +
      reeds(dice, inks.fore, away > 0 ? -6 : 806, away > 0 ? 290 : 510, 90),
  };
}
