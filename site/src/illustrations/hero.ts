/** The home page's valley, twice as wide as a card: one composition in the light of four hours. */
import { birds, mist, mistInk, sky } from "./air";
import { fade, fill, ink, Trace } from "./draw";
import { stiltHouses } from "./houses";
import { INKS, mix, type Inks, type Time } from "./palettes";
import { ridge, row, type Tower } from "./karst";
import { banana, grove, palm, reeds } from "./plants";
import { random, type Random } from "./random";
import { mirrored, sampan } from "./river";
import { stone } from "./valley";

export const HERO_WIDTH = 1600;
export const HERO_HEIGHT = 900;
const SHORE = 628;
/** Words stand to the left; the sun stands where they end, so that a phone's narrow crop from the middle still has it. */
const SUN = 0.6;
/** What the air of each hour is dyed with, and how strongly, so that words stand out anywhere in front of it. */
const DYE: Record<Exclude<Time, "dawn">, readonly [color: string, strength: number]> = {
  day: ["#07454c", 0.74],
  dusk: ["#2a1a2e", 0.5],
  night: ["#04141a", 0.15],
};

/** The inks of an hour with dyed air, water and distance; the sun, lit stone and lamps keep their colours. */
export function heroInks(time: Time): Inks {
  const inks = INKS[time][0];
  if (time === "dawn") return { ...inks, ...DAWN };
  const [color, strength] = DYE[time];
  const dye = (ink: string, share = 1) => mix(ink, color, strength * share);
  const [zenith, sky, low] = inks.sky;
  return {
    ...inks,
    sky: [dye(zenith, 0.9), dye(sky), dye(low)],
    cloud: dye(inks.cloud, 0.9),
    far: dye(inks.far),
    mid: dye(inks.mid, 0.85),
    near: dye(inks.near, 0.4),
    haze: dye(inks.haze),
    water: [dye(inks.water[0]), dye(inks.water[1], 0.8)],
    land: dye(inks.land, 0.4),
    leaf: dye(inks.leaf, 0.3),
  };
}

/** Peach dyed with teal would be grey: the dark dawn is mixed by hand. */
const DAWN: Partial<Inks> = {
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
 * The markup inside the hero's SVG (1600 by 900) at a time of day; gradients are named `hero{time}…`.
 *
 * Left and middle are sky, far ridges and quiet water, dark enough in every light for white words (the tests measure
 * it). The towers, the boats and the palm stand to the right.
 */
export function composeHero(time: Time): string {
  const inks = heroInks(time);
  const id = `hero${time}`;
  // One seed for all hours: it is the same valley, only the light changes.
  const dice = random(7, "hero");
  const above = sky(random(3, "hero sky"), inks, id, HERO_WIDTH, SHORE, SUN);
  const away = (along: number) => Math.min(Math.abs(along - SUN) * 2.2, 1);
  const far = ridge(
    dice,
    row(dice, -60, 1660, 7, SHORE, (along) => 130 + away(along) * 90),
    "outline",
  );
  const middle = row(dice, -80, 1680, 8, SHORE, (along) => 90 + away(along) * 150 + (along > SUN ? 70 : 0));
  const behind = ridge(
    dice,
    middle.filter((_, at) => at % 2 === 1),
    "outline",
  );
  const before = ridge(
    dice,
    middle.filter((_, at) => at % 2 === 0),
    "light",
    above.sunX,
  );
  const near = nearTowers(dice).map((group, at) => {
    const layer = ridge(dice, group, at === 2 ? "light" : "rock", above.sunX);
    return stone(layer, inks.near, mix(inks.near, inks.mid, 0.5), mix(inks.mid, inks.lit, 0.6));
  });
  const veil = (height: number) => mist(id, HERO_WIDTH, SHORE - height, SHORE + 2);
  const layers = [
    above.markup,
    fill(inks.far, far.body),
    veil(190),
    time === "night" ? "" : birds(dice, inks, 700, 300),
    fill(mix(inks.mid, inks.far, 0.4), behind.body),
    stone(before, inks.mid, mix(inks.mid, inks.lit, 0.12)),
    veil(130),
    `<g id="${id}n">${near.join("")}</g>`,
    grove(dice, inks.land, 880, 1610, SHORE + 3, 42),
    grove(dice, inks.land, -10, 330, SHORE + 3, 34),
    water(dice, inks, id, above.sunX),
    stiltHouses(dice, inks, 3, (at) => 1000 + at * 104, SHORE + 4),
    `<g id="${id}b">${sampan(inks, "roofed", 1090, 762, 1.5, true)}</g>`,
    `<use href="#${id}b" transform="matrix(-.46 0 0 .46 1340 344)"/>`,
    banana(dice, inks.leaf, inks.land, 1470, 915, 290, -1),
    palm(dice, inks.fore, 1500, 910, 520, -50),
    reeds(dice, inks.fore, 1606, 1130, 150, 905),
    reeds(dice, inks.fore, -6, 360, 120, 905),
  ];
  const defs = above.defs + mistInk(inks, id) + fade(`${id}w`, [0, inks.water[0]], [0.8, inks.water[1]]);
  return `<g fill="none" stroke-linecap="round"><defs>${defs}</defs>${layers.join("")}</g>`;
}

/** In the order they are painted: behind, the tall ones with the low frame at the left edge, the small one in front. */
function nearTowers(dice: Random): Tower[][] {
  const tower = (x: number, height: number, slim: number): Tower => ({
    x,
    foot: SHORE,
    width: height * slim,
    height: height * dice.between(0.98, 1.02),
  });
  return [
    [tower(1300, 370, 0.6), tower(1590, 400, 0.6), tower(70, 150, 0.9)],
    [tower(1165, 480, 0.5), tower(1455, 430, 0.54), tower(-20, 240, 0.8)],
    [tower(1035, 230, 0.62), tower(1365, 200, 0.62)],
  ];
}

/** Still water with the near towers in it, the light's path, and a few long ripples. */
function water(dice: Random, inks: Inks, id: string, lightX: number): string {
  const path = new Trace();
  for (let y = SHORE + 10; y < SHORE + 210; y += 13 + (y - SHORE) * 0.08) {
    const half = 16 + (y - SHORE) * 0.26 * dice.between(0.4, 1.2);
    const shift = dice.between(-12, 12);
    path.stroke([lightX + shift - half, y], [lightX + shift + half, y]);
  }
  const ripples = new Trace();
  for (let at = 0; at < 9; at++) {
    const y = SHORE + 20 + Math.pow(dice.between(0, 1), 0.8) * 230;
    const x = dice.between(0, 1500);
    ripples.stroke([x, y], [x + dice.between(40, 90) + (y - SHORE) * 0.4, y]);
  }
  return (
    `<path fill="url(#${id}w)" d="M0 ${SHORE}h${HERO_WIDTH}v272H0z"/>` +
    `<g opacity=".36">${mirrored(`${id}n`, SHORE, 0.5)}</g>` +
    ink(inks.sun, 5, path, `opacity=".5"`) +
    ink(inks.glint, 3, ripples, `opacity=".3"`)
  );
}
