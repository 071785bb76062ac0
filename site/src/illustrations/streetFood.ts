/** Street food: the cart under its awning, and low tables at the night market. */
import { linearGradient, fill, stroke, ellipse, transformGroup, PathBuilder } from "./draw";
import { tablewareColors } from "./dishes";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { bulbs, lantern, steam } from "./lights";
import { grove } from "./plants";
import { createRandom, type Random } from "./random";
import { awning, clothColor, figure, stool } from "./town";
import { valley } from "./valley";

/** A food cart with steaming pots and a glass case, its cook, stools before it, the town and the karst behind. */
export function streetFood(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "street food");
  const mirrored = random.chance(0.5);
  const land = valley(seed, palette, id, {
    horizon: 420,
    stones: "far and middle",
    scale: 1.15,
    sun: mirrored ? random.between(0.74, 0.88) : random.between(0.12, 0.26),
  });
  const ware = tablewareColors(palette);
  const color = clothColor(palette, random.pick(["red", "teal", "amber", "blue"]));
  const cream = clothColor(palette, "cream");
  const seat = clothColor(palette, random.pick(["red", "blue"]));
  const body = mix(palette.wood, palette.lamp, 0.18);
  const dark = mix(palette.wood, palette.fore, 0.5);
  const tin = mix("#c9cfc8", palette.mid, palette.time === "night" ? 0.45 : 0.25);
  const cart =
    ellipse(palette.fore, 0, 4, 240, 16, `opacity=".35"`) +
    stroke(dark, 8, "M-186-8v-262M186-8v-262") +
    figure(mix(cream, color, 0.35), palette.fore, -20, -66, mix(palette.lamp, palette.lit, 0.4)) +
    fill(
      mix(palette.lamp, palette.sun, 0.25),
      "M40-178h124v78H40z",
      `opacity="${palette.time === "day" ? ".45" : ".8"}"`,
    ) +
    fill(
      mix(ware.broth, ware.coffee, 0.15),
      "M50-112q10-16 26-6 14-14 28 0 14-12 26 0 12-8 22 6zM58-152h8v20q-4 10-8 0zM82-152h8v16q-4 10-8 0zM106-152h8v22q-4 10-8 0zM130-152h8v18q-4 10-8 0z",
    ) +
    stroke(dark, 4, "M40-178h124v78H40zM40-152h124") +
    fill(tin, "M-160-150h74l-6 50h-62zM-166-156h86v8h-86z") +
    fill(mix(tin, palette.fore, 0.35), "M-104-148h18l-6 48h-14z") +
    ellipse(ware.broth, -123, -153, 36, 5) +
    fill(body, "M-196-100h392v78h-392z") +
    fill(mix(body, palette.fore, 0.35), "M-204-104h408v12h-408z") +
    fill(mix(body, palette.fore, 0.2), "M-180-82h104v48h-104zM-52-82h104v48H-52zM76-82h104v48H76z") +
    fill(color, "M-168-74h80v32h-80zM-40-74h80v32h-80zM88-74h80v32H88z", `opacity=".75"`) +
    // A stroke of no length is a dot: the wheel.
    stroke(dark, 52, "M-126-20h0M126-20h0") +
    stroke(body, 32, "M-126-20h0M126-20h0") +
    awning([color, cream], palette.fore, { x: 0, y: -290, top: 410, low: 460, drop: 56, stripes: 9 }) +
    lantern(palette, -112, -236, 4, 15, mix(palette.lamp, ware.chili, 0.5)) +
    lantern(palette, 104, -236, 2, 13);
  const at = (x: number) => (mirrored ? 800 - x : x);
  return {
    defs:
      land.defs +
      linearGradient(
        `${id}p`,
        [0, mix(mix(palette.wall, palette.mid, 0.45), palette.haze, 0.2)],
        [1, mix(mix(palette.wall, palette.mid, 0.5), palette.fore, 0.5)],
      ),
    markup:
      land.markup +
      grove(random, mix(palette.near, palette.land, 0.4), -10, 810, 470, 92) +
      roofs(random, palette) +
      `<path fill="url(#${id}p)" d="M0 462h800V600H0z"/>` +
      stroke(palette.fore, 6, `M${at(742)} 486V190M${at(712)} 206h60M${at(718)} 226h48`) +
      stroke(
        palette.fore,
        2,
        `M-5 190Q${at(400)} 250 805 204M-5 212Q${at(380)} 270 805 224`,
        `opacity=".8"`,
      ) +
      transformGroup(at(372), 522, 1.02, cart, mirrored) +
      steam(random, mix(palette.haze, "#ffffff", 0.5), at(248), 358, 100, 8) +
      bulbs(palette, at(580), 236, at(742), 214, 26) +
      fill(mix(palette.wall, palette.fore, 0.2), `M${at(620) - 52} 528h104v9h-104z`) +
      stroke(dark, 6, `M${at(620) - 36} 538l-8 38M${at(620) + 36} 538l8 38`) +
      fill(ware.glaze, `M${at(610) - 17} 512h34q-4 16-10 16h-14q-6 0-10-16z`) +
      ellipse(ware.broth, at(610), 512, 16, 4) +
      stool(seat, at(560), 584) +
      stool(seat, at(680), 590) +
      stool(mix(seat, palette.fore, 0.3), at(620), 600),
  };
}

/** Roofs of the town behind, some windows lit. */
function roofs(random: Random, palette: ScenePalette): string {
  const walls = new PathBuilder();
  const panes = new PathBuilder();
  for (let x = -10; x < 800;) {
    const wide = random.between(90, 150);
    const top = random.between(372, 424);
    walls.polygon(
      [x, 470],
      [x, top],
      [x + wide * 0.5, top - random.between(0, 22)],
      [x + wide, top],
      [x + wide, 470],
    );
    if (random.chance(0.7))
      panes.polygon([x + 22, top + 14], [x + 38, top + 14], [x + 38, top + 34], [x + 22, top + 34]);
    x += wide + random.between(0, 30);
  }
  return fill(mix(palette.near, palette.wood, 0.4), walls) + fill(palette.lamp, panes, `opacity=".8"`);
}
