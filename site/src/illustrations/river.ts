/** The river with reflections and glints, and its boats. */
import { circle, linearGradient, fill, stroke, transformGroup, formatNumber, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Random } from "./random";
import type { Sky } from "./air";

export type RiverOptions = {
  /** The lower end of the water, measured from the top; the lower edge by default. */
  bottom?: number;
  /** The mirrored markup; the valley's near group `{id}n` by default, "" for nothing. */
  mirror?: string;
};

/** Water below `shore`, 800 wide, with the mirror image, the reflection of the light, and ripples. */
export function river(
  random: Random,
  palette: ScenePalette,
  id: string,
  shore: number,
  light: Sky,
  { bottom = 600, mirror = mirrored(`${id}n`, shore, 0.55) }: RiverOptions = {},
): { defs: string; markup: string } {
  const defs = linearGradient(`${id}w`, [0, palette.water[0]], [1, palette.water[1]]);
  const markup =
    `<path fill="url(#${id}w)" d="M0 ${shore}h800V${bottom}H0z"/>` +
    (mirror && `<g opacity=".38">${mirror}</g>`) +
    stroke(palette.sun, 4, lightReflection(random, light.sunX, shore, bottom), `opacity=".75"`) +
    stroke(palette.glint, 2.5, ripples(random, shore, bottom), `opacity=".5"`);
  return { defs, markup };
}

/** The mirror image of a group below `shore`; squeezed, because reflections at a low angle are shorter. */
export function mirrored(id: string, shore: number, squeeze: number): string {
  return `<use href="#${id}" transform="matrix(1 0 0 ${formatNumber(-squeeze)} 0 ${Math.round(shore * (1 + squeeze))})"/>`;
}

/** The reflection of the light: strokes that get wider towards the viewer. */
function lightReflection(random: Random, x: number, shore: number, bottom: number): PathBuilder {
  const path = new PathBuilder();
  for (let y = shore + 8; y < Math.min(bottom, shore + 150); y += 11 + (y - shore) * 0.1) {
    const half = 9 + (y - shore) * 0.22 * random.between(0.4, 1.3);
    const shift = random.between(-8, 8);
    path.stroke([x + shift - half, y], [x + shift + half, y]);
  }
  return path;
}

function ripples(random: Random, shore: number, bottom: number): PathBuilder {
  const path = new PathBuilder();
  for (let at = 0; at < 8; at++) {
    const y = shore + 12 + Math.pow(random.between(0, 1), 0.8) * (bottom - shore - 20);
    const x = random.between(-20, 760);
    path.stroke([x, y], [x + random.between(24, 50) + (y - shore) * 0.35, y]);
  }
  return path;
}

/** Rowed by one person, with a passenger, or with a woven roof. */
export type Boat = "rowed" | "guided" | "roofed";

/** A sampan with its middle on the water at (x, y); 150 wide at scale 1, bow to the right unless mirrored. */
export function sampan(
  palette: ScenePalette,
  kind: Boat,
  x: number,
  y: number,
  scale: number,
  mirrored = false,
): string {
  const dark = palette.fore;
  const hat = palette.time === "night" ? palette.lit : mix(palette.lit, palette.sun, 0.35);
  const lit = palette.time === "night" || palette.time === "dusk";
  const guided = kind === "guided";
  const parts = [
    stroke(dark, 3, "M-58 20h88M-30 28h76", `opacity=".35"`),
    kind === "roofed"
      ? fill(mix(palette.wood, palette.lit, 0.25), "M-38 2q6-32 36-32t36 34z") +
        stroke(dark, 2, "M-20 2q2-26 6-30M4 4q2-26-2-34M22 4q0-20-6-28")
      : "",
    fill(
      dark,
      `M-76-10q30 14 74 13 44-1 80-19-14 24-34 32h-86q-22-4-34-26zM-63 2q-5-25 3-34 6-5 12 0 8 9 3 34z${guided ? "M15 2q-3-19 3-26 4-3 8 0 6 7 3 26z" : ""}`,
    ),
    stroke(mix(dark, palette.lit, 0.55), 2, "M-74-9q30 13 72 12 42-1 76-17M-50-24l-34 48"),
    fill(hat, `M-74-31l20-15 19 15q-19 7-39 0z${guided ? "M8-21l14-11 14 11q-14 5-28 0z" : ""}`),
    lit
      ? circle(palette.lamp, 54, -20, 13, `opacity=".3"`) +
        circle(palette.lamp, 54, -20, 5) +
        stroke(dark, 2, "M54-15v9")
      : "",
  ];
  return transformGroup(x, y, scale, parts.join(""), mirrored);
}

/** A distant person with a conical hat; the feet are at (x, y). */
export function person(body: string, hat: string, x: number, y: number, scale: number): string {
  return transformGroup(
    x,
    y,
    scale,
    fill(body, "M-8 2q-4-22 3-30 5-4 10 0 7 8 3 30z") + fill(hat, "M-17-27l17-13 17 13q-17 6-34 0z"),
  );
}
