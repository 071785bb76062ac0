/** A street of shophouses with awnings, a vendor under a parasol, and a motorbike. */
import { linearGradient, fill, stroke, transformGroup } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { grove } from "./plants";
import { createRandom } from "./random";
import { clothColor, figure, motorbike, shophouses } from "./town";
import { valley } from "./valley";

export function services(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "services");
  const mirrored = random.chance(0.5);
  const land = valley(seed, palette, id, { horizon: 400, stones: "far and middle", scale: 1.45 });
  const street = 470;
  const at = (x: number) => (mirrored ? 800 - x : x);
  const road = mix(mix(palette.mid, palette.wall, 0.3), palette.fore, 0.2);
  return {
    defs:
      land.defs +
      linearGradient(`${id}p`, [0, mix(road, palette.haze, 0.25)], [1, mix(road, palette.fore, 0.35)]),
    markup:
      land.markup +
      grove(random, mix(palette.near, palette.land, 0.4), -10, 810, street, 84) +
      shophouses(random, palette, mirrored ? 170 : -20, mirrored ? 820 : 630, street, 4) +
      fill(mix(palette.wall, palette.mid, 0.45), `M0 ${street}h800v22H0z`) +
      `<path fill="url(#${id}p)" d="M0 ${street + 22}h800V600H0z"/>` +
      stroke(
        mix(palette.wall, palette.sun, 0.3),
        5,
        "M-10 556h820",
        `stroke-dasharray="46 40" opacity=".6"`,
      ) +
      stroke(palette.fore, 6, `M${at(716)} ${street + 8}V170M${at(690)} 186h52`) +
      stroke(
        palette.fore,
        2,
        `M-5 160Q${at(420)} 236 805 180M-5 180Q${at(400)} 258 805 196`,
        `opacity=".8"`,
      ) +
      transformGroup(
        at(668),
        street + 20,
        1,
        parasol(palette, random.pick(["red", "teal", "amber", "blue"])),
        mirrored,
      ) +
      figure(
        clothColor(palette, random.pick(["cream", "teal", "blue"])),
        palette.fore,
        at(random.integer(330, 440)),
        street + 18,
      ) +
      motorbike(
        palette,
        clothColor(palette, random.pick(["red", "blue", "teal"])),
        clothColor(palette, random.pick(["cream", "amber"])),
        at(random.integer(170, 420)),
        566,
        1.05,
        random.chance(0.5),
      ),
  };
}

/** A vendor with fruit in baskets under a parasol, 150 wide, standing on (0, 0). */
function parasol(palette: ScenePalette, color: "red" | "teal" | "amber" | "blue"): string {
  const shade = clothColor(palette, color);
  const basket = mix(palette.wood, palette.lamp, 0.3);
  return (
    stroke(mix(palette.wood, palette.fore, 0.4), 6, "M0 0v-196") +
    figure(clothColor(palette, "cream"), palette.fore, -30, 0, mix(palette.lamp, palette.lit, 0.4)) +
    fill(shade, "M-104-158q24-62 104-66 80 4 104 66-26-12-52 0-26-12-52 0-26-12-52 0-26-12-52 0z") +
    fill(clothColor(palette, "cream"), "M-52-158q10-48 52-66 42 18 52 66-26-12-52 0-26-12-52 0z") +
    fill(basket, "M-2-30h62l-8 30H6zM62-26h48l-7 26H69z") +
    // Strokes of no length are dots: the fruit.
    stroke(clothColor(palette, "amber"), 18, "M8-34h0M22-34h0M36-34h0M50-34h0") +
    stroke(mix(clothColor(palette, "red"), palette.lamp, 0.2), 16, "M72-30h0M86-30h0M100-30h0")
  );
}
