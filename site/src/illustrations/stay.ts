/** Accommodation: a thatched bungalow, a farmhouse, huts on a lake, and a hotel in town. */
import { fill, stroke, transformGroup, PathBuilder } from "./draw";
import { lawn, houseColors } from "./houses";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { lantern } from "./lights";
import { lakeHuts, townHotel } from "./lodges";
import { banana, grove, palm, reeds } from "./plants";
import { createRandom, pickVariant } from "./random";
import { valley } from "./valley";

const VARIANTS = [bungalow, farmhouse, lakeHuts, townHotel];

export function stay(seed: number, palette: ScenePalette, id: string): Drawing {
  return VARIANTS[pickVariant(seed, VARIANTS.length, 0)]!(seed, palette, id);
}

/** A thatched bungalow on stilts with a porch, steps and a hammock, under a palm. */
function bungalow(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "bungalow");
  const horizon = random.integer(396, 412);
  const mirrored = random.chance(0.5);
  const land = valley(seed, palette, id, {
    horizon,
    stones: "far and middle",
    scale: 1.25,
    sun: mirrored ? random.between(0.76, 0.86) : random.between(0.14, 0.24),
  });
  const ground = lawn(palette, id, horizon);
  const tint = houseColors(palette);
  const hut =
    fill(palette.fore, "M-250 120q250-26 520 6-250 26-520-6z", `opacity=".3"`) +
    stroke(tint.dark, 11, "M-168 58v62M-60 58v66M70 58v66M186 58v62") +
    fill(tint.shade, "M-150-62h316v104h-316z") +
    fill(tint.wall, "M-150-62h178v104h-178z") +
    stroke(
      mix(tint.wall, tint.wood, 0.4),
      2,
      "M-116-62v104M-82-62v104M-48-62v104M-14-62v104M62-62v104M96-62v104M130-62v104",
    ) +
    fill(tint.dark, "M-44 42v-84h52v84zM70-36h66v46h-66z") +
    fill(tint.pane, "M-38 42v-78h40v78zM76-30h24v34h-24zM106-30h24v34h-24zM-124-32h48v42h-48z") +
    stroke(tint.dark, 4, "M-124-11h48M-100-32v42M-18-36v78") +
    fill(tint.dark, "M-150-66h316v16h-316z", `opacity=".35"`) +
    fill(tint.wood, "M-200 40h400v16h-400z") +
    fill(tint.dark, "M-200 54h400v7h-400z") +
    stroke(tint.wood, 8, "M-186 42v-118M190 42v-118M-64 42v-112") +
    stroke(tint.wood, 4, "M-186 4h122M-186 20h122M60 4h130M60 20h130M60 42v-38M126 42v-38") +
    `<path stroke="${mix(palette.wall, palette.sun, 0.4)}" stroke-width="7" d="M-184-24q60 62 118 0"/>` +
    fill(
      tint.thatch,
      "M-232-62q70-50 112-122h240q44 70 118 122-60 14-118 4-60 14-116 2-60 12-118-2-62 10-118-4z",
    ) +
    fill(
      mix(tint.thatch, palette.fore, 0.3),
      "M-232-62q60-12 118-2 58-10 118 0 56-10 116 0 58-10 118 2-60 14-118 4-60 14-116 2-60 12-118-2-62 10-118-4z",
    ) +
    stroke(
      mix(tint.thatch, palette.fore, 0.28),
      3,
      "M-92-176q-20 52-58 98M-40-178q-6 50-20 100M14-178q2 50 8 100M66-178q14 52 34 98M108-176q26 50 62 92",
    ) +
    fill(tint.dark, "M-128-178q124-22 256 0v-14q-130-20-256 0z") +
    fill(tint.wood, "M-56 60h76l10 22h-96zM-66 88h96l10 22h-116zM-76 116h116l8 16h-132z") +
    lantern(palette, -124, -58, 8, 12) +
    lantern(palette, 128, -60, 6, 11);
  return {
    defs: land.defs + ground.defs,
    markup:
      land.markup +
      grove(random, mix(palette.near, palette.land, 0.4), -10, 810, horizon + 8, 44) +
      ground.markup +
      palm(random, palette.leaf, mirrored ? 690 : 110, 500, 300, mirrored ? -30 : 30) +
      transformGroup(mirrored ? 380 : 420, 414, 0.98, hut, mirrored) +
      `<path fill="${mix(palette.wall, palette.land, 0.45)}" d="M${mirrored ? 348 : 340} 540h112q30 30 110 72H${mirrored ? 230 : 250}q80-42 ${mirrored ? 118 : 90}-72z"/>` +
      banana(random, palette.leaf, palette.land, mirrored ? 60 : 740, 560, 150, mirrored ? 1 : -1) +
      reeds(random, palette.fore, mirrored ? 806 : -6, mirrored ? 540 : 260, 110) +
      reeds(random, palette.fore, mirrored ? -6 : 806, mirrored ? 190 : 620, 74),
  };
}

/** A three-bay farmhouse with a tiled roof behind its yard and rice, a bicycle at the wall. */
function farmhouse(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "farmhouse");
  const horizon = random.integer(388, 404);
  const mirrored = random.chance(0.5);
  const land = valley(seed, palette, id, { horizon, stones: "far and near", scale: 1.05 });
  const ground = lawn(palette, id, horizon);
  const tint = houseColors(palette);
  const lime = mix(palette.wall, palette.lamp, palette.time === "night" ? 0.06 : 0.22);
  const house =
    fill(palette.fore, "M-270 104q270-22 560 4-280 24-560-4z", `opacity=".28"`) +
    fill(lime, "M-236-40h472v144h-472z") +
    fill(tint.shade, "M-236-40h472v26h-472z", `opacity=".6"`) +
    fill(mix(lime, palette.fore, 0.2), "M-236 88h472v16h-472z") +
    fill(tint.dark, "M-196 10h72v62h-72zM124 10h72v62h-72zM-40 2h80v102h-80z") +
    fill(tint.pane, "M-176 16h32v50h-32zM144 16h32v50h-32zM-18 8h36v96h-36z") +
    fill(
      tint.wood,
      "M-198 10h20v62h-20zM-142 10h20v62h-20zM122 10h20v62h-20zM178 10h20v62h-20zM-42 2h22v102h-22zM20 2h22v102h-22z",
    ) +
    stroke(tint.wood, 9, "M-214-36v140M-84-36v140M84-36v140M214-36v140") +
    fill(tint.tiles, "M-282-30q40-34 64-92h436q26 58 64 92z") +
    stroke(
      mix(tint.tiles, palette.fore, 0.3),
      3,
      "M-196-118q-18 46-46 84M-140-118q-10 44-26 84M-84-118q-4 42-12 84M-28-118v84M28-118q2 42 2 84M84-118q6 42 12 84M140-118q12 44 26 84M196-118q20 46 46 84",
    ) +
    fill(mix(tint.tiles, palette.fore, 0.45), "M-228-126h456l6 10h-468zM-282-30h564v8h-564z") +
    lantern(palette, -62, -22, 4, 11, mix(palette.lamp, "#b3261e", 0.55)) +
    lantern(palette, 62, -22, 4, 11, mix(palette.lamp, "#b3261e", 0.55)) +
    stroke(
      tint.dark,
      4,
      "M-196 92a16 16 0 1 0 .1 0M-132 92a16 16 0 1 0 .1 0M-196 108l20-30h34l10 30M-176 78l18 30 18-30M-146 68l14 40M-182 74h14M-152 66h12",
    );
  const plot = new PathBuilder();
  for (let at = 0; at < 3; at++) plot.move(-5, 552 + at * 22).curve(400, 540 + at * 22, 805, 556 + at * 22);
  return {
    defs: land.defs + ground.defs,
    markup:
      land.markup +
      grove(random, mix(palette.near, palette.land, 0.5), -10, 810, horizon + 8, 40) +
      ground.markup +
      palm(random, palette.leaf, mirrored ? 130 : 670, 480, 290, mirrored ? -24 : 24) +
      transformGroup(mirrored ? 420 : 380, 404, 0.94, house, mirrored) +
      fill(
        mix(palette.land, palette.lamp, palette.time === "night" ? 0.04 : 0.22),
        "M0 540q400-24 800 6v60H0z",
      ) +
      stroke(palette.leaf, 7, plot, `stroke-dasharray="1 17" opacity=".8"`) +
      reeds(random, palette.fore, mirrored ? 806 : -6, mirrored ? 520 : 280, 80),
  };
}
