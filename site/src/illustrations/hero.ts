/** The wide valley of the home page at four times of day. */
import { birds, mist, mistGradient, sky } from "./air";
import { linearGradient, fill, stroke, PathBuilder } from "./draw";
import { stiltHouses } from "./houses";
import { SCENE_PALETTES, mix, type ScenePalette, type TimeOfDay } from "./palettes";
import { ridge, towerRow, type Tower } from "./karst";
import { banana, grove, palm, reeds } from "./plants";
import { createRandom, type Random } from "./random";
import { mirrored, sampan } from "./river";
import { stone } from "./valley";

export const HERO_WIDTH = 1600;
export const HERO_HEIGHT = 900;
const SHORE = 628;
/** The text is on the left. The sun is right of it, but near the middle, so that the narrow crop of a phone shows it. */
const SUN_AT = 0.6;
/** Dark tints that give white text enough contrast. */
const TINTS: Record<Exclude<TimeOfDay, "dawn">, readonly [color: string, strength: number]> = {
  day: ["#07454c", 0.74],
  dusk: ["#2a1a2e", 0.5],
  night: ["#04141a", 0.15],
};

/** A palette with tinted air, water and distance. Sun, lit stone and lamps keep their colors. */
export function heroPalette(time: TimeOfDay): ScenePalette {
  const palette = SCENE_PALETTES[time][0];
  if (time === "dawn") return { ...palette, ...DAWN };
  const [color, strength] = TINTS[time];
  const tint = (base: string, share = 1) => mix(base, color, strength * share);
  const [zenith, sky, low] = palette.sky;
  return {
    ...palette,
    sky: [tint(zenith, 0.9), tint(sky), tint(low)],
    cloud: tint(palette.cloud, 0.9),
    far: tint(palette.far),
    mid: tint(palette.mid, 0.85),
    near: tint(palette.near, 0.4),
    haze: tint(palette.haze),
    water: [tint(palette.water[0]), tint(palette.water[1], 0.8)],
    land: tint(palette.land, 0.4),
    leaf: tint(palette.leaf, 0.3),
  };
}

/** A tinted dawn would be gray, so its dark colors are fixed. */
const DAWN: Partial<ScenePalette> = {
  sky: ["#1b4a58", "#575a6e", "#99624f"],
  cloud: "#8f6d6a",
  halo: "#f0b27c",
  far: "#6a5a66",
  mid: "#40545f",
  near: "#23505a",
  haze: "#93604f",
  water: ["#8b5d50", "#163c49"],
  land: "#24503f",
};

/**
 * The inner markup of the hero (1600 by 900). The ids of its gradients begin with `hero{time}`.
 *
 * The left and the middle are sky, far ridges and water, dark enough for white text. Towers, boats and the palm are on
 * the right.
 */
export function composeHero(time: TimeOfDay): string {
  const palette = heroPalette(time);
  const id = `hero${time}`;
  // One seed for all times, so that only the light changes.
  const random = createRandom(7, "hero");
  const above = sky(createRandom(3, "hero sky"), palette, id, HERO_WIDTH, SHORE, SUN_AT);
  const away = (along: number) => Math.min(Math.abs(along - SUN_AT) * 2.2, 1);
  const far = ridge(
    random,
    towerRow(random, -60, 1660, 7, SHORE, (along) => 130 + away(along) * 90),
    "outline",
  );
  const middle = towerRow(
    random,
    -80,
    1680,
    8,
    SHORE,
    (along) => 90 + away(along) * 150 + (along > SUN_AT ? 70 : 0),
  );
  const behind = ridge(
    random,
    middle.filter((_, at) => at % 2 === 1),
    "outline",
  );
  const before = ridge(
    random,
    middle.filter((_, at) => at % 2 === 0),
    "light",
    above.sunX,
  );
  const near = nearTowers(random).map((group, at) => {
    const layer = ridge(random, group, at === 2 ? "light" : "rock", above.sunX);
    return stone(
      layer,
      palette.near,
      mix(palette.near, palette.mid, 0.5),
      mix(palette.mid, palette.lit, 0.6),
    );
  });
  const veil = (height: number) => mist(id, HERO_WIDTH, SHORE - height, SHORE + 2);
  const layers = [
    above.markup,
    fill(palette.far, far.body),
    veil(190),
    time === "night" ? "" : birds(random, palette, 700, 300),
    fill(mix(palette.mid, palette.far, 0.4), behind.body),
    stone(before, palette.mid, mix(palette.mid, palette.lit, 0.12)),
    veil(130),
    `<g id="${id}n">${near.join("")}</g>`,
    grove(random, palette.land, 880, 1610, SHORE + 3, 42),
    grove(random, palette.land, -10, 330, SHORE + 3, 34),
    water(random, palette, id, above.sunX),
    stiltHouses(random, palette, 3, (at) => 1000 + at * 104, SHORE + 4),
    `<g id="${id}b">${sampan(palette, "roofed", 1090, 762, 1.5, true)}</g>`,
    `<use href="#${id}b" transform="matrix(-.46 0 0 .46 1340 344)"/>`,
    banana(random, palette.leaf, palette.land, 1470, 915, 290, -1),
    palm(random, palette.fore, 1500, 910, 520, -50),
    reeds(random, palette.fore, 1606, 1130, 150, 905),
    reeds(random, palette.fore, -6, 360, 120, 905),
  ];
  const defs =
    above.defs +
    mistGradient(palette, id) +
    linearGradient(`${id}w`, [0, palette.water[0]], [0.8, palette.water[1]]);
  return `<g fill="none" stroke-linecap="round"><defs>${defs}</defs>${layers.join("")}</g>`;
}

/** In painting order: the back, the tall towers and the low frame at the left edge, the front. */
function nearTowers(random: Random): Tower[][] {
  const tower = (x: number, height: number, slim: number): Tower => ({
    x,
    foot: SHORE,
    width: height * slim,
    height: height * random.between(0.98, 1.02),
  });
  return [
    [tower(1300, 370, 0.6), tower(1590, 400, 0.6), tower(70, 150, 0.9)],
    [tower(1165, 480, 0.5), tower(1455, 430, 0.54), tower(-20, 240, 0.8)],
    [tower(1035, 230, 0.62), tower(1365, 200, 0.62)],
  ];
}

/** Water with the reflections of the near towers and of the light, and a few long ripples. */
function water(random: Random, palette: ScenePalette, id: string, lightX: number): string {
  const reflection = new PathBuilder();
  for (let y = SHORE + 10; y < SHORE + 210; y += 13 + (y - SHORE) * 0.08) {
    const half = 16 + (y - SHORE) * 0.26 * random.between(0.4, 1.2);
    const shift = random.between(-12, 12);
    reflection.stroke([lightX + shift - half, y], [lightX + shift + half, y]);
  }
  const ripples = new PathBuilder();
  for (let at = 0; at < 9; at++) {
    const y = SHORE + 20 + Math.pow(random.between(0, 1), 0.8) * 230;
    const x = random.between(0, 1500);
    ripples.stroke([x, y], [x + random.between(40, 90) + (y - SHORE) * 0.4, y]);
  }
  return (
    `<path fill="url(#${id}w)" d="M0 ${SHORE}h${HERO_WIDTH}v272H0z"/>` +
    `<g opacity=".36">${mirrored(`${id}n`, SHORE, 0.5)}</g>` +
    stroke(palette.sun, 5, reflection, `opacity=".5"`) +
    stroke(palette.glint, 3, ripples, `opacity=".3"`)
  );
}
