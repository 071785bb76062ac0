/** Daily life in town: a street of shophouses with awnings, a vendor under a parasol, a motorbike passing. */
import { fade, fill, ink, place } from "./draw";
import { mix, type Inks } from "./palettes";
import type { Drawing } from "./kinds";
import { grove } from "./plants";
import { random } from "./random";
import { cloth, figure, motorbike, shophouses } from "./town";
import { valley } from "./valley";

export function services(seed: number, inks: Inks, id: string): Drawing {
  const dice = random(seed, "services");
  const mirrored = dice.chance(0.5);
  const land = valley(seed, inks, id, { horizon: 400, stones: "far and middle", scale: 1.45 });
  const street = 470;
  const at = (x: number) => (mirrored ? 800 - x : x);
  const road = mix(mix(inks.mid, inks.wall, 0.3), inks.fore, 0.2);
  return {
    defs: land.defs + fade(`${id}p`, [0, mix(road, inks.haze, 0.25)], [1, mix(road, inks.fore, 0.35)]),
    markup:
      land.markup +
      grove(dice, mix(inks.near, inks.land, 0.4), -10, 810, street, 84) +
      shophouses(dice, inks, mirrored ? 170 : -20, mirrored ? 820 : 630, street, 4) +
      fill(mix(inks.wall, inks.mid, 0.45), `M0 ${street}h800v22H0z`) +
      `<path fill="url(#${id}p)" d="M0 ${street + 22}h800V600H0z"/>` +
      ink(mix(inks.wall, inks.sun, 0.3), 5, "M-10 556h820", `stroke-dasharray="46 40" opacity=".6"`) +
      ink(inks.fore, 6, `M${at(716)} ${street + 8}V170M${at(690)} 186h52`) +
      ink(inks.fore, 2, `M-5 160Q${at(420)} 236 805 180M-5 180Q${at(400)} 258 805 196`, `opacity=".8"`) +
      place(at(668), street + 20, 1, parasol(inks, dice.pick(["red", "teal", "amber", "blue"])), mirrored) +
      figure(
        cloth(inks, dice.pick(["cream", "teal", "blue"])),
        inks.fore,
        at(dice.whole(330, 440)),
        street + 18,
      ) +
      motorbike(
        inks,
        cloth(inks, dice.pick(["red", "blue", "teal"])),
        cloth(inks, dice.pick(["cream", "amber"])),
        at(dice.whole(170, 420)),
        566,
        1.05,
        dice.chance(0.5),
      ),
  };
}

/** A vendor with fruit in baskets under a parasol, 150 wide, standing on (0, 0). */
function parasol(inks: Inks, color: "red" | "teal" | "amber" | "blue"): string {
  const shade = cloth(inks, color);
  const basket = mix(inks.wood, inks.lamp, 0.3);
  return (
    ink(mix(inks.wood, inks.fore, 0.4), 6, "M0 0v-196") +
    figure(cloth(inks, "cream"), inks.fore, -30, 0, mix(inks.lamp, inks.lit, 0.4)) +
    fill(shade, "M-104-158q24-62 104-66 80 4 104 66-26-12-52 0-26-12-52 0-26-12-52 0-26-12-52 0z") +
    fill(cloth(inks, "cream"), "M-52-158q10-48 52-66 42 18 52 66-26-12-52 0-26-12-52 0z") +
    fill(basket, "M-2-30h62l-8 30H6zM62-26h48l-7 26H69z") +
    // Strokes of no length are fruit.
    ink(cloth(inks, "amber"), 18, "M8-34h0M22-34h0M36-34h0M50-34h0") +
    ink(mix(cloth(inks, "red"), inks.lamp, 0.2), 16, "M72-30h0M86-30h0M100-30h0")
  );
}
