/** The default scene: karst above the river, rice fields or a winding valley. */
import { circle, fill, linearGradient, stroke, transformGroup } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import { stiltHouses } from "./houses";
import { banana, grove, palm, reeds } from "./plants";
import { createRandom, pickVariant, type Random } from "./random";
import { river, sampan } from "./river";
import type { Drawing } from "./kinds";
import { valley } from "./valley";

const VARIANTS = [onTheRiver, amongTheFields, aboveTheBend, byTheVillage];

export function landscape(seed: number, palette: ScenePalette, id: string): Drawing {
  return VARIANTS[pickVariant(seed, VARIANTS.length, 0)]!(seed, palette, id);
}

/** Wide water with a sampan and the mirrored towers. */
function onTheRiver(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "river");
  const shore = random.integer(392, 416);
  const land = valley(seed, palette, id, { horizon: shore, scale: 1.08 });
  const water = river(random, palette, id, shore, land.sky);
  const away = land.sky.sunX < 400 ? 1 : -1;
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      grove(random, palette.land, away > 0 ? 330 : -10, away > 0 ? 810 : 470, shore + 2, 22) +
      grove(random, palette.land, away > 0 ? -10 : 650, away > 0 ? 150 : 810, shore + 2, 16) +
      water.markup +
      sampan(
        palette,
        random.pick(["rowed", "guided", "roofed"]),
        400 + away * random.between(-60, 60),
        random.between(478, 500),
        random.between(0.95, 1.2),
        away > 0,
      ) +
      corner(random, palette, away > 0 ? -1 : 1),
  };
}

/** Leaves in one lower corner; side -1 is the left one. */
function corner(random: Random, palette: ScenePalette, side: -1 | 1): string {
  const x = side < 0 ? 0 : 800;
  const inward = side < 0 ? 1 : -1;
  return (
    reeds(random, palette.leaf, x - inward * 6, x + inward * random.between(230, 290), 92) +
    (random.chance(0.5)
      ? banana(random, palette.fore, palette.leaf, x + inward * 34, 612, random.between(190, 240), inward)
      : palm(
          random,
          palette.fore,
          x + inward * 60,
          610,
          random.between(300, 350),
          inward * random.between(-20, 60),
        )) +
    reeds(random, palette.fore, x - inward * 6, x + inward * random.between(150, 200), 70)
  );
}

/** Terraced rice in curved bands with a person and palms on the dyke. */
function amongTheFields(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "fields");
  const horizon = random.integer(368, 388);
  const land = valley(seed, palette, id, { horizon, scale: 1.05 });
  const away = land.sky.sunX < 400 ? 1 : -1;
  return {
    defs: land.defs,
    markup:
      land.markup +
      grove(random, mix(palette.land, palette.near, 0.5), -10, 810, horizon + 6, 28) +
      terraces(random, palette, horizon, away) +
      transformGroup(400 + away * 70, horizon + 118, 1.05, buffalo(palette), away > 0) +
      transformGroup(400 - away * 60, horizon + 116, 0.9, carrier(palette)) +
      `<g id="${id}p">${palm(random, palette.leaf, 400 + away * 290, horizon + 94, 190, away * -26)}</g>` +
      `<use href="#${id}p" transform="matrix(-.75 0 0 .75 ${Math.round(400 + away * 340 + 0.75 * (400 + away * 290))} ${Math.round((horizon + 100) * 0.25)})"/>` +
      reeds(random, palette.fore, -6, random.between(200, 320), 84) +
      reeds(random, palette.fore, 806, random.between(560, 660), 70),
  };
}

/** Six bands of rice and flooded earth that get wider towards the viewer, with dotted rows of seedlings. */
function terraces(random: Random, palette: ScenePalette, horizon: number, away: number): string {
  const green = mix(palette.land, palette.haze, 0.12);
  const ripe = mix(green, palette.lamp, palette.time === "night" ? 0.06 : 0.38);
  const flooded = mix(palette.water[0], palette.sky[2], 0.4);
  const cropOffset = random.integer(0, 2);
  const tints = [ripe, green, flooded];
  const dykes: string[] = [];
  const rows: string[] = [];
  let y = horizon + 4;
  let bands = "";
  for (let at = 0; at < 6; at++) {
    const bow = Math.round(away * (8 + at * 7));
    const crop = tints[(at + cropOffset) % 3]!;
    const color = mix(crop, at > 3 ? palette.leaf : palette.haze, at > 3 ? (at - 3) * 0.28 : (3 - at) * 0.12);
    const bend = `q${300 - away * 120} ${bow} 800 ${-Math.round(bow * 0.7)}`;
    bands += fill(color, `M0 ${Math.round(y)}${bend}V600H0z`);
    dykes.push(`M0 ${Math.round(y)}${bend}`);
    if (crop !== ripe && at > 1)
      rows.push(`M${random.integer(-9, 0)} ${Math.round(y + 9 + at * 2.4)}${bend}`);
    y += 13 + at * 9.5;
  }
  return (
    bands +
    stroke(palette.leaf, 2.5, dykes.join(""), `opacity=".45"`) +
    stroke(palette.leaf, 5, rows.join(""), `stroke-dasharray="1 18" opacity=".7"`)
  );
}

/** A water buffalo grazing, 110 wide, feet at (0, 0), head to the left. */
function buffalo(palette: ScenePalette): string {
  return (
    fill(
      palette.fore,
      "M-34-42q24-10 52-4 22 0 30 14 6 10 4 32h-9l-4-20q-8 4-16 2l-2 18h-9l-1-18q-16 3-28-1l-4 19h-9l-2-26q-8-2-12-8-8 0-14-8-6-2-4-10l10-8q10 0 18 18z",
    ) + stroke(palette.fore, 4, "M-52-42q-14-4-12-18M-48-44q8-8 4-20M52-30q6 12 3 22")
  );
}

/** A person with a conical hat and two baskets on a shoulder pole; 60 tall, 80 wide. */
function carrier(palette: ScenePalette): string {
  return (
    stroke(palette.fore, 3, "M-36-34q36-12 72 0M-36-34l-9 20M-36-34l9 20M36-34l-9 20M36-34l9 20") +
    fill(
      palette.fore,
      "M-49-15h26q-2 13-13 13t-13-13zM23-15h26q-2 13-13 13t-13-13zM-8-42h15q5 12 3 24l3 18h-6l-6-17-6 17h-7l5-20q-4-11-1-22z",
    ) +
    fill(mix(palette.lamp, palette.lit, 0.45), "M-19-40l19-16 19 16q-19 7-38 0z")
  );
}

/** The winding river seen from above, between the towers. */
function aboveTheBend(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "bend");
  const horizon = random.integer(352, 372);
  const land = valley(seed, palette, id, { horizon, scale: 1.1 });
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
      linearGradient(`${id}w`, [0, palette.water[0]], [1, mix(palette.water[0], palette.water[1], 0.75)]) +
      linearGradient(`${id}l`, [0, mix(palette.land, palette.haze, 0.5)], [1, palette.leaf]),
    markup:
      land.markup +
      `<path fill="url(#${id}l)" d="M0 ${horizon}h800V600H0z"/>` +
      grove(random, mix(palette.land, palette.haze, 0.25), -10, 810, horizon + 16, 26) +
      fill(`url(#${id}w)`, course) +
      stroke(
        palette.glint,
        2.5,
        `M${at(210)} ${horizon + 62}h${away * 70}M${at(150)} ${horizon + 96}h${away * 80}M${at(60)} ${horizon + 124}h${away * 74}`,
        `opacity=".7"`,
      ) +
      sampan(palette, "rowed", at(252), horizon + 82, 0.36, away > 0) +
      grove(random, palette.land, away > 0 ? -40 : x - 10, away > 0 ? x + 10 : 840, horizon + 62, 30, 14) +
      grove(
        random,
        mix(palette.land, palette.leaf, 0.6),
        Math.min(at(370), at(760)),
        Math.max(at(370), at(760)),
        horizon + 112,
        36,
        22,
      ) +
      lookout(random, palette, away > 0 ? 1 : -1),
  };
}

/** A person on a rock in the lower corner; side -1 is the left one. */
function lookout(random: Random, palette: ScenePalette, side: -1 | 1): string {
  const rock =
    fill(palette.fore, "M-20 612V486q40-14 92-8l14 16 60 8 22 30 62 14 30 68z") +
    fill(mix(palette.fore, palette.lit, 0.3), "M72 478l14 16 60 8 22 30-30-6-16-14-46-2-16-22z");
  const look =
    fill(palette.fore, "M84 498l2-34q-2-16 10-18 12 2 11 18l-1 34h-7l-3-24-3 24z") +
    circle(palette.fore, 97, 437, 8) +
    fill(mix(palette.lamp, palette.fore, 0.15), "M82 452q10-4 11 4v22q-12 4-13-4z");
  return transformGroup(
    side < 0 ? 0 : 800,
    0,
    1,
    rock + look + palm(random, palette.fore, 20, 500, 230, 40),
    side > 0,
  );
}

/** Stilt houses with lit windows on the far bank, boats on the water before them. */
function byTheVillage(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "village");
  const shore = random.integer(404, 424);
  const land = valley(seed, palette, id, { horizon: shore, stones: "far and near", scale: 1.12 });
  const water = river(random, palette, id, shore + 10, land.sky);
  const away = land.sky.sunX < 400 ? 1 : -1;
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      grove(random, palette.land, -10, 810, shore + 12, 34) +
      water.markup +
      palm(random, palette.leaf, 400 - away * 236, shore + 12, 150, away * 20) +
      stiltHouses(random, palette, 4, (at) => 400 + away * (at * 104 - 196), shore + 12) +
      `<g id="${id}b">${sampan(palette, random.pick(["rowed", "roofed"]), 400 - away * 120, 506, 1, away < 0)}</g>` +
      `<use href="#${id}b" transform="matrix(-.6 0 0 .6 ${Math.round(400 + away * 170 + 0.6 * (400 - away * 120))} ${Math.round(466 - 0.6 * 506)})"/>` +
      reeds(random, palette.fore, away > 0 ? -6 : 806, away > 0 ? 290 : 510, 90),
  };
}
