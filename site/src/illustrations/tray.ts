/** A family meal on a round tray, seen from above. */
import { rect, circle, fill, radialGradient, stroke, ellipse, transformGroup, PathBuilder } from "./draw";
import { tablewareColors } from "./dishes";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { createRandom, type Random } from "./random";

export function tray(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "tray");
  const ware = tablewareColors(palette);
  const dark = palette.time === "night" || palette.time === "dusk";
  const mat = dark
    ? mix(mix(palette.wood, "#8a4b1f", 0.5), palette.lamp, 0.12)
    : mix(palette.wall, palette.lamp, 0.2);
  const weave = mix(mat, palette.fore, 0.16);
  const metal = dark ? mix("#8c6a3d", palette.mid, 0.25) : mix(ware.glazeShade, palette.mid, 0.3);
  // Six dishes are around the bowl of soup, in random order.
  const order = random.integer(0, 5);
  const dishes = [fish, rolls, greens, riceCakes, pork, tofu].map((dish, at) => {
    const angle = ((at + order) / 6) * Math.PI * 2 + 0.3;
    return transformGroup(400 + Math.cos(angle) * 152, 304 + Math.sin(angle) * 152, 1, dish(palette, random));
  });
  const setting = (x: number, y: number, tilt: number) =>
    `<g transform="translate(${x} ${y})rotate(${tilt})">${circle(palette.fore, 5, 7, 54, `opacity=".25"`)}${circle(ware.glaze, 0, 0, 54)}${circle(ware.band, 0, 0, 47)}${circle(ware.glaze, 0, 0, 44)}${circle(ware.rice, 0, 0, 38)}${stroke(mix(ware.rice, palette.fore, 0.14), 3, "M-16-6q8-8 16 0M2 12q8-8 16 0M-18 14h6")}${stroke(mix(palette.wood, palette.fore, 0.3), 6, "M74-72l10 150M90-72l4 150")}</g>`;
  const stripes = new PathBuilder();
  for (let at = 0; at < 10; at++) stripes.move(-5, 30 + at * 62).line(805, 30 + at * 62);
  return {
    defs: radialGradient(
      `${id}g`,
      [0, dark ? palette.lamp : palette.sun, 0.5],
      [1, dark ? palette.lamp : palette.sun, 0],
    ),
    markup:
      rect(mat, 0, 0, 800, 600) +
      stroke(weave, 26, stripes, `stroke-dasharray="44 46" opacity=".5" stroke-linecap="butt"`) +
      stroke(weave, 3, stripes, `transform="translate(0 31)"`) +
      circle(`url(#${id}g)`, 400, 300, 420) +
      leaf(palette, -20, 610, -38) +
      leaf(palette, 820, -10, 142) +
      setting(96, 170, random.integer(-14, 6)) +
      setting(680, 430, random.integer(-8, 14)) +
      circle(palette.fore, 410, 318, 252, `opacity=".3"`) +
      circle(metal, 400, 304, 250) +
      circle(mix(metal, "#ffffff", 0.28), 400, 304, 238) +
      circle(mix(metal, palette.fore, 0.12), 400, 304, 228) +
      soup(palette) +
      dishes.join(""),
  };
}

/** A banana leaf reaching in from a corner at (x, y). */
function leaf(palette: ScenePalette, x: number, y: number, tilt: number): string {
  return `<g transform="translate(${x} ${y})rotate(${tilt})">${fill(palette.leaf, "M0 0q60-110 290-40-40 120-290 40z")}${fill(mix(palette.leaf, palette.land, 0.6), "M0 0q120-60 290-40-60-70-160-60-90 14-130 100z")}${stroke(mix(palette.leaf, palette.fore, 0.3), 4, "M0 0q120-40 280-40")}</g>`;
}

function soup(palette: ScenePalette): string {
  const ware = tablewareColors(palette);
  return transformGroup(
    400,
    304,
    1,
    circle(palette.fore, 5, 7, 76, `opacity=".25"`) +
      circle(ware.glaze, 0, 0, 76) +
      stroke(ware.band, 4, "M-70 0a70 70 0 1 0 140 0 70 70 0 1 0-140 0", `stroke-dasharray="12 9"`) +
      circle(mix(ware.broth, ware.rice, 0.25), 0, 0, 62) +
      fill(
        ware.green,
        "M-40-10q20-26 40-6-14 20-40 6zM6 20q26-22 40 4-22 16-40-4zM0-36q20-14 32 4-18 12-32-4z",
      ) +
      fill(ware.chili, "M-20 26q10-14 22-4 2 16-12 16zM20-12q12-10 20 2-4 14-16 10z"),
  );
}

/** A plate under a dish: its shadow and rim. */
function plate(palette: ScenePalette, half: number): string {
  const ware = tablewareColors(palette);
  return (
    circle(palette.fore, 4, 6, half, `opacity=".25"`) +
    circle(ware.glaze, 0, 0, half) +
    circle(mix(ware.glaze, ware.glazeShade, 0.5), 0, 0, half * 0.8)
  );
}

function fish(palette: ScenePalette): string {
  const ware = tablewareColors(palette);
  return (
    ellipse(palette.fore, 4, 6, 76, 46, `opacity=".25"`) +
    ellipse(ware.glaze, 0, 0, 76, 46) +
    ellipse(mix(ware.glaze, ware.glazeShade, 0.5), 0, 0, 64, 36) +
    fill(mix(ware.meat, ware.broth, 0.4), "M-52 0q30-28 72-8l24-16q-4 24 0 46l-24-14q-42 20-72-8z") +
    stroke(ware.coffee, 3, "M-18-12q8 12 0 26M0-12q8 12 0 24M-38-4h.1") +
    fill(ware.green, "M-6-26q14-12 22 2-12 8-22-2z")
  );
}

function rolls(palette: ScenePalette): string {
  const ware = tablewareColors(palette);
  return (
    plate(palette, 58) +
    stroke(mix(ware.broth, ware.rice, 0.15), 15, "M-30-20h58M-32 0h64M-30 20h58") +
    stroke(
      mix(ware.broth, ware.coffee, 0.35),
      2,
      "M-20-24l8 8M0-24l8 8M-10-4l8 8M14-4l8 8M-20 16l8 8M4 16l8 8",
    )
  );
}

function greens(palette: ScenePalette): string {
  const ware = tablewareColors(palette);
  return (
    plate(palette, 56) +
    fill(ware.green, "M-38 6q-4-34 24-36 16-14 34 4 22 8 18 32-6 26-34 28-34 4-42-28z") +
    stroke(mix(ware.green, palette.fore, 0.35), 3, "M-22 12q10-22 32-28M-2 22q8-18 26-24M-26-10q8-8 18-10")
  );
}

function riceCakes(palette: ScenePalette): string {
  const ware = tablewareColors(palette);
  const cakes = [
    [-20, -18],
    [20, -18],
    [-20, 18],
    [20, 18],
  ] as const;
  return (
    plate(palette, 58) +
    cakes.map(([x, y]) => circle(ware.rice, x, y, 17) + circle(ware.broth, x, y, 6)).join("") +
    stroke(ware.green, 3, "M-26-20h4M26-16h4M-16 24h4M14 12h4")
  );
}

function pork(palette: ScenePalette, random: Random): string {
  const ware = tablewareColors(palette);
  const tilt = random.integer(-12, 12);
  return (
    plate(palette, 56) +
    `<g transform="rotate(${tilt})">${fill(ware.meat, "M-34-22h20v44h-20zM-10-24h20v48h-20zM14-22h20v44h-20z")}${fill(mix(ware.meat, ware.rice, 0.55), "M-34-22h20v9h-20zM-10-24h20v9h-20zM14-22h20v9h-20z")}</g>`
  );
}

function tofu(palette: ScenePalette): string {
  const ware = tablewareColors(palette);
  return (
    plate(palette, 54) +
    circle(mix(ware.broth, ware.chili, 0.25), 0, 0, 38) +
    fill(
      mix(ware.rice, palette.lamp, 0.2),
      "M-26-16l20-8 8 18-20 8zM4-4l22-4 2 20-20 4zM-20 10l20 0 0 18-20-2z",
    ) +
    stroke(ware.green, 3, "M-6-24h8M10 20h6M-28 0h6")
  );
}
