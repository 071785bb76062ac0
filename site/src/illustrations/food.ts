/** Restaurants and cafés: a bowl with a view, dinner on a terrace, coffee, and a round tray. */
import { circle, linearGradient, fill, stroke, ellipse, transformGroup, PathBuilder } from "./draw";
import { bowl, chopsticks, cup, noodles, tablewareColors, tumbler } from "./dishes";
import { mix, type ScenePalette } from "./palettes";
import type { Drawing } from "./kinds";
import { bulbs, lantern, steam } from "./lights";
import { grove } from "./plants";
import { createRandom, pickVariant, type Random } from "./random";
import { river } from "./river";
import { tray } from "./tray";
import { valley } from "./valley";

const VARIANTS = [bowlWithAView, terrace, slowCoffee, tray];

export function food(seed: number, palette: ScenePalette, id: string): Drawing {
  return VARIANTS[pickVariant(seed, VARIANTS.length, 0)]!(seed, palette, id);
}

/** The river with the edge of a table in front at `edge`, and the edge of a roof above. */
function view(
  random: Random,
  seed: number,
  palette: ScenePalette,
  id: string,
  shore: number,
  edge: number,
): Drawing {
  const land = valley(seed, palette, id, { horizon: shore, stones: "far and near", scale: 0.9 });
  const water = river(random, palette, id, shore, land.sky, { bottom: edge });
  const ware = tablewareColors(palette);
  return {
    defs:
      land.defs +
      water.defs +
      linearGradient(
        `${id}t`,
        [0, mix(ware.table, palette.haze, 0.18)],
        [1, mix(ware.table, palette.fore, 0.3)],
      ),
    markup:
      land.markup +
      grove(random, palette.land, -10, 810, shore + 3, 28) +
      water.markup +
      `<path fill="url(#${id}t)" d="M0 ${edge}h800V600H0z"/>` +
      fill(ware.edge, `M0 ${edge}h800v9H0z`, `opacity=".5"`),
  };
}

/** A roof's edge of palm leaves along the top, with a beam. */
function eaves(random: Random, palette: ScenePalette): string {
  const fringe = new PathBuilder().move(-5, -5).line(-5, 34);
  for (let at = 0; at < 10; at++) {
    const x = (at * 810) / 10;
    fringe.line(x + 30, random.between(46, 66)).line(x + 81, random.between(30, 38));
  }
  return fill(palette.fore, fringe.line(806, -5).close());
}

/** A big bowl of noodle soup on the table, herbs and a glass beside it, the river behind. */
function bowlWithAView(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "bowl");
  const edge = random.integer(420, 436);
  const back = view(random, seed, palette, id, 330, edge);
  const ware = tablewareColors(palette);
  const mirrored = random.chance(0.5);
  const x = mirrored ? 430 : 370;
  const away = mirrored ? -1 : 1;
  const herbs = new PathBuilder();
  for (let at = 0; at < 5; at++) {
    const tipX = -66 + at * 33;
    herbs
      .move(0, 12)
      .curve(tipX * 0.4 - 20, -40, tipX, -46 + Math.abs(at - 2) * 15)
      .curve(tipX * 0.6 + 24, -14, 0, 12);
  }
  return {
    defs: back.defs,
    markup:
      back.markup +
      eaves(random, palette) +
      lantern(palette, x - away * 250, 40, 34, 30, mix(palette.lamp, ware.chili, random.pick([0, 0.55]))) +
      lantern(palette, x + away * 300, 40, random.between(54, 90), 22) +
      tumbler(palette, mix(palette.lamp, ware.broth, 0.4), x + away * 236, 520, 128) +
      steam(random, mix(palette.haze, "#ffffff", 0.5), x, 372, random.between(150, 180), 9) +
      bowl(palette, x, 400, 158, ware.broth, noodles(random, palette, x, 400, 158)) +
      chopsticks(palette, x + away * 40, 388, x + away * 250, 336, 7) +
      ellipse(palette.fore, x - away * 246, 534, 108, 20, `opacity=".3"`) +
      ellipse(ware.glaze, x - away * 250, 522, 104, 24) +
      transformGroup(x - away * 254, 508, 1, fill(ware.green, herbs), mirrored) +
      circle(ware.lime, x - away * 196, 516, 17) +
      circle(mix(ware.lime, "#ffffff", 0.5), x - away * 196, 516, 11) +
      stroke(ware.chili, 9, `M${x + away * 130} 560q${away * 26} 14 ${away * 56}-4`) +
      stroke(ware.green, 5, `M${x + away * 130} 560l${-away * 9}-5`),
  };
}

/** A long table on a terrace at the water: a hot pot, bowls, glasses, bulbs and lanterns overhead. */
function terrace(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "terrace");
  const land = valley(seed, palette, id, { horizon: 352, stones: "far and near", scale: 1 });
  const water = river(random, palette, id, 352, land.sky, { bottom: 470 });
  const ware = tablewareColors(palette);
  const deck = mix(palette.wood, palette.fore, 0.35);
  const silk = mix(palette.lamp, ware.chili, random.pick([0.15, 0.6]));
  return {
    defs: land.defs + water.defs,
    markup:
      land.markup +
      grove(random, palette.land, -10, 810, 355, 26) +
      water.markup +
      fill(deck, "M0 466h800v134H0z") +
      stroke(palette.fore, 3, "M0 492h800M0 526h800M0 568h800", `opacity=".4"`) +
      stroke(deck, 8, "M-5 404h810M40 404v66M216 404v66M400 404v66M584 404v66M760 404v66") +
      stroke(deck, 3, "M-5 426h810M-5 446h810") +
      bulbs(palette, -5, 60, 805, 50, 60) +
      lantern(palette, 200, -5, random.between(90, 120), 26, silk) +
      lantern(palette, 400, -5, random.between(120, 150), 32, palette.lamp) +
      lantern(palette, 612, -5, random.between(80, 110), 24, silk) +
      fill(mix(ware.table, palette.haze, 0.12), "M150 444h500l40 36H110z") +
      fill(ware.edge, "M110 480h580v15H110z") +
      // The right side of the table is the mirror image of the left.
      `<g id="${id}h">` +
      fill(
        palette.fore,
        "M80 502h62l-5 13H85zM88 515h9l-7 70h-9zM134 515h-9l7 70h9zM236 506h62l-5 13h-52zM244 519h9l-7 74h-9zM290 519h-9l7 74h9zM180 495h16l-14 110h-18z",
      ) +
      cup(palette, 262, 436, 42, ware.rice) +
      cup(palette, 318, 456, 25, random.pick([ware.chili, ware.green, ware.broth])) +
      tumbler(palette, mix(palette.lamp, ware.broth, 0.3), 196, 474, 64) +
      chopsticks(palette, 214, 474, 290, 478, 4) +
      "</g>" +
      `<use href="#${id}h" transform="matrix(-1 0 0 1 800 0)"/>` +
      steam(random, mix(palette.haze, "#ffffff", 0.5), 400, 372, 110, 8) +
      fill(
        mix(ware.coffee, palette.mid, 0.3),
        "M330 398h140q4 56-34 66h-72q-38-10-34-66zM318 404h164v9H318z",
      ) +
      ellipse(mix(ware.coffee, palette.mid, 0.45), 400, 398, 72, 15) +
      ellipse(ware.broth, 400, 398, 62, 11) +
      fill(ware.green, "M370 398q14-14 32-3-12 12-32 3z") +
      fill(ware.meat, "M408 396q18-8 36 3-16 10-36-3z"),
  };
}

/** Coffee dripping through a tin filter into a glass with condensed milk, another over ice. */
function slowCoffee(seed: number, palette: ScenePalette, id: string): Drawing {
  const random = createRandom(seed, "coffee");
  const edge = random.integer(446, 462);
  const back = view(random, seed, palette, id, 346, edge);
  const ware = tablewareColors(palette);
  const mirrored = random.chance(0.5);
  const tin = mix("#c9cfc8", palette.mid, palette.time === "night" ? 0.5 : 0.25);
  const tinShade = mix(tin, palette.fore, 0.35);
  const milk = mix(ware.rice, palette.lamp, 0.12);
  const glass = mix(palette.haze, "#ffffff", 0.4);
  const filter =
    ellipse(palette.fore, 10, 104, 124, 18, `opacity=".3"`) +
    ellipse(ware.glaze, 0, 96, 118, 20) +
    ellipse(ware.glazeShade, 0, 94, 84, 12) +
    fill(glass, "M-66-60h132l-12 150h-108z", `opacity=".5"`) +
    fill(ware.coffee, "M-60-10h120l-5 58h-110z") +
    fill(milk, "M-55 48h110l-4 38h-102z") +
    fill(glass, "M-54-50h14l-4 130h-8z", `opacity=".6"`) +
    ellipse(tinShade, 0, -60, 84, 12) +
    ellipse(tin, 0, -66, 84, 12) +
    fill(tin, "M-52-150h104l-4 84h-96z") +
    fill(tinShade, "M14-150h38l-4 84h-38z") +
    fill(mix(tin, "#ffffff", 0.5), "M-42-146h12l-2 76h-8z") +
    ellipse(tinShade, 0, -150, 56, 10) +
    ellipse(tin, 0, -155, 54, 9) +
    circle(tinShade, 0, -168, 9) +
    stroke(ware.coffee, 4, "M0-54v14M0-28v6");
  const iced =
    ellipse(palette.fore, 8, 96, 62, 12, `opacity=".3"`) +
    fill(glass, "M-56-110h112L40 96h-80z", `opacity=".5"`) +
    fill(ware.latte, "M-50-70h100L37 90h-74z") +
    fill(mix(ware.latte, milk, 0.55), "M-42 30h84l-5 60h-74z", `opacity=".6"`) +
    fill("#ffffff", "M-36-66l30-8 10 30-30 10zM6-52l28-2 4 30-28 4zM-24-18l28 4-4 28-28-6z", `opacity=".4"`) +
    stroke(mix(ware.chili, palette.lamp, 0.3), 8, "M-4-60L26-172");
  return {
    defs: back.defs,
    markup:
      back.markup +
      eaves(random, palette) +
      lantern(
        palette,
        mirrored ? 660 : 140,
        40,
        40,
        28,
        random.chance(0.5) ? mix(palette.lamp, ware.chili, 0.55) : palette.lamp,
      ) +
      transformGroup(mirrored ? 470 : 330, 440, 1.08, filter) +
      transformGroup(mirrored ? 250 : 550, 460, 1, iced, mirrored) +
      stroke(mix(tin, "#ffffff", 0.3), 6, `M${mirrored ? 560 : 150} 566l90-14`) +
      ellipse(mix(tin, "#ffffff", 0.3), mirrored ? 660 : 250, 550, 22, 9),
  };
}
