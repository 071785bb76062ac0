/** Accommodation: huts on a lake, and a hotel in town. */
import { linearGradient, fill, stroke, transformGroup, PathBuilder } from "./draw";
import { houseColors } from "./houses";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { bulbs } from "./lights";
import { grove, palm, reeds } from "./plants";
import { createRandom } from "./random";
import { river, sampan } from "./river";
import { valley } from "./valley";

/** Three huts on stilts along a jetty with their mirror image in the lake, each smaller than the one before. */
export function lakeHuts(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "lake huts");
  const shore = random.integer(372, 388);
  const mirrored = random.chance(0.5);
  const land = valley(seed, palette, id, {
    horizon: shore,
    stones: "far and middle",
    scale: 1.3,
    sun: mirrored ? random.between(0.7, 0.84) : random.between(0.16, 0.3),
  });
  const tint = houseColors(palette);
  const hut =
    stroke(tint.dark, 7, "M-78 50v44M-26 50v48M26 50v48M78 50v44") +
    fill(tint.shade, "M-78 50v-84l78-122 78 122v84z") +
    fill(tint.wall, "M-66 50v-70l66-104 66 104v70z") +
    fill(tint.dark, "M-30 50v-96l30-48 30 48v96z") +
    fill(tint.pane, "M-24 50v-92l22-36v128zM24 50v-92l-22-36v128z") +
    stroke(tint.dark, 3, "M-24 2h48") +
    fill(tint.thatch, "M0-182l112 176-20 12L0-136-92 6l-20-12z") +
    fill(mix(tint.thatch, palette.fore, 0.3), "M0-182l112 176-20 12L0-136z") +
    fill(tint.wood, "M-104 46h208v12h-208z") +
    stroke(tint.wood, 5, "M-100 46v-32h44M100 46v-32H56M-78 46v-32M78 46v-32");
  const at = (x: number) => Math.round(mirrored ? 800 - x : x);
  const sizes: [number, number, number][] = [
    [660, shore + 6, 0.5],
    [520, shore + 22, 0.78],
    [300, shore + 50, 1.22],
  ];
  const huts = `<g id="${id}h">${hut}</g>`;
  // The other huts are smaller copies of the first. The lake mirrors the group.
  const copies = sizes
    .map(([x, y, size]) => `<use href="#${id}h" transform="translate(${at(x)} ${y})scale(${size})"/>`)
    .join("");
  const mirror = sizes
    .map(
      ([x, y, size]) =>
        `<use href="#${id}h" transform="translate(${at(x)} ${Math.round(y + 150 * size)})scale(${size} ${-0.55 * size})"/>`,
    )
    .join("");
  const water = river(random, palette, id, shore, land.sky, { mirror });
  return {
    defs: land.defs + water.defs + huts,
    markup:
      land.markup +
      grove(random, mix(palette.near, palette.land, 0.4), -10, 810, shore + 2, 40) +
      palm(random, palette.leaf, at(720), shore + 6, 170, mirrored ? 18 : -18) +
      water.markup +
      stroke(tint.dark, 6, `M${at(806)} ${shore + 4}L${at(420)} ${shore + 118}`, `opacity=".9"`) +
      stroke(tint.wood, 7, `M${at(806)} ${shore}L${at(400)} ${shore + 112}`) +
      copies +
      stroke(
        palette.lamp,
        3,
        `M${at(276)} ${shore + 176}h${mirrored ? -44 : 44}M${at(264)} ${shore + 188}h${mirrored ? -60 : 60}M${at(510)} ${shore + 106}h${mirrored ? -26 : 26}`,
        `opacity=".7"`,
      ) +
      sampan(palette, "rowed", at(590), shore + 152, 0.9, !mirrored) +
      reeds(random, palette.fore, mirrored ? 806 : -6, mirrored ? 560 : 240, 110) +
      reeds(random, palette.fore, mirrored ? -6 : 806, mirrored ? 170 : 640, 64),
  };
}

/** A narrow town hotel of four or five floors with balconies and plants, a string of bulbs over the pool before it. */
export function townHotel(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "hotel");
  const horizon = 408;
  const mirrored = random.chance(0.5);
  const land = valley(seed, palette, id, {
    horizon,
    stones: "far and middle",
    scale: 1.1,
    sun: mirrored ? random.between(0.72, 0.84) : random.between(0.16, 0.28),
  });
  const tint = houseColors(palette);
  const floors = random.integer(4, 5);
  const tall = 62;
  const top = -floors * tall;
  const plaster = mix(palette.wall, random.pick(["#b45309", "#0f6b72", "#f2b134", "#f7f4ec"]), 0.22);
  const panes = new PathBuilder();
  const lit = new PathBuilder();
  const rails = new PathBuilder();
  const slabs = new PathBuilder();
  for (let floor = 1; floor < floors; floor++) {
    const y = -floor * tall;
    for (let bay = 0; bay < 3; bay++) {
      const x = -96 + bay * 70;
      (random.chance(0.6) ? lit : panes).polygon([x, y - 8], [x, y - 48], [x + 50, y - 48], [x + 50, y - 8]);
    }
    slabs.polygon([-124, y], [-124, y - 7], [124, y - 7], [124, y]);
    rails.stroke([-120, y - 24], [120, y - 24]);
  }
  const rail = `stroke-dasharray="2 9" stroke-linecap="butt"`;
  const hotel =
    fill(mix(plaster, palette.fore, 0.34), `M60 0V${top}h64V0z`) +
    fill(plaster, `M-112 0V${top}h180V0z`) +
    fill(mix(plaster, palette.fore, 0.18), `M-112 ${top}h236v14h-236z`) +
    fill(mix(plaster, palette.sun, 0.3), `M-122 ${top - 12}h256v14h-256z`) +
    fill(mix(palette.mid, palette.fore, 0.35), panes) +
    fill(tint.pane, lit) +
    fill(mix(plaster, palette.fore, 0.42), slabs) +
    stroke(tint.dark, 3, rails) +
    stroke(tint.dark, 17, rails, `${rail} transform="translate(0 10)"`) +
    fill(tint.dark, "M-96 0v-46h56v46zM46 0v-46h56v46z") +
    fill(tint.pane, "M-90 0v-40h44v40zM52 0v-40h44v40zM-28 0v-50h60v50z") +
    fill(tint.tiles, "M-140-50h280l-16-18h-248z") +
    fill(
      palette.leaf,
      `M-112 ${top - 10}q-4-34 16-40 10 12 6 40zM84 ${top - 10}q-2-40 18-46 16 16 12 46zM-120-124q8-22 26-16 14-10 18 16zM60-186q8-22 26-16 14-10 18 16zM-60-186q6-16 20-12 12-8 14 12z`,
    );
  const at = (x: number) => (mirrored ? 800 - x : x);
  return {
    defs:
      land.defs +
      linearGradient(`${id}w`, [0, mix(palette.water[0], palette.water[1], 0.35)], [1, palette.water[1]]),
    markup:
      land.markup +
      grove(random, mix(palette.near, palette.land, 0.4), -10, 810, horizon + 6, 46) +
      fill(mix(palette.land, palette.haze, 0.2), `M0 ${horizon}h800V600H0z`) +
      palm(random, palette.leaf, at(610), 452, 230, mirrored ? -24 : 24) +
      palm(random, palette.leaf, at(176), 460, 280, mirrored ? 18 : -18) +
      transformGroup(at(400), 452, 1, hotel, mirrored) +
      fill(mix(palette.wall, palette.land, 0.25), "M0 450h800v150H0z") +
      fill(palette.fore, "M0 450h800v8H0z", `opacity=".25"`) +
      fill(mix(palette.wall, palette.fore, 0.2), "M130 492h540l110 116H20z") +
      `<path fill="url(#${id}w)" d="M146 500h508l98 108H48z"/>` +
      stroke(
        palette.glint,
        3,
        "M210 524h70M330 518h110M520 532h64M170 560h120M400 552h60M560 574h110M300 586h90",
        `opacity=".6"`,
      ) +
      stroke(
        tint.pane,
        5,
        `M${at(330)} 512h${mirrored ? -50 : 50}M${at(420)} 512h${mirrored ? -30 : 30}M${at(340)} 526h${mirrored ? -36 : 36}`,
        `opacity=".6"`,
      ) +
      bulbs(palette, at(40), 330, at(290), 380, 30) +
      bulbs(palette, at(512), 380, at(770), 330, 30) +
      stroke(palette.fore, 5, "M40 330v140M770 330v140") +
      reeds(random, palette.fore, -6, 130, 120) +
      reeds(random, palette.fore, 806, 660, 130),
  };
}
