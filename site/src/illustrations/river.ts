/** Water: the river with its mirror image and glints, and the boats on it. */
import { disc, fade, fill, ink, place, short, Trace } from "./draw";
import { mix, type Inks } from "./palettes";
import type { Random } from "./random";
import type { Sky } from "./air";

export type RiverOptions = {
  /** Where the water ends, from the top; the lower edge unless told. */
  bottom?: number;
  /** What it mirrors, as markup already upside down; the valley's near group `{id}n` unless told, "" for nothing. */
  mirror?: string;
};

/** Still water from `shore` down in an 800 wide picture: the mirror image, the light's path, ripples. */
export function river(
  random: Random,
  inks: Inks,
  id: string,
  shore: number,
  light: Sky,
  { bottom = 600, mirror = mirrored(`${id}n`, shore, 0.55) }: RiverOptions = {},
): { defs: string; markup: string } {
  const defs = fade(`${id}w`, [0, inks.water[0]], [1, inks.water[1]]);
  const markup =
    `<path fill="url(#${id}w)" d="M0 ${shore}h800V${bottom}H0z"/>` +
    (mirror && `<g opacity=".38">${mirror}</g>`) +
    ink(inks.sun, 4, path(random, light.sunX, shore, bottom), `opacity=".75"`) +
    ink(inks.glint, 2.5, ripples(random, shore, bottom), `opacity=".5"`);
  return { defs, markup };
}

/** A group seen upside down in water from `shore`; squeezed, because water at a low angle shortens what it mirrors. */
export function mirrored(id: string, shore: number, squeeze: number): string {
  return `<use href="#${id}" transform="matrix(1 0 0 ${short(-squeeze)} 0 ${Math.round(shore * (1 + squeeze))})"/>`;
}

/** The light's path on the water: strokes that widen towards us. */
function path(random: Random, x: number, shore: number, bottom: number): Trace {
  const trace = new Trace();
  for (let y = shore + 8; y < Math.min(bottom, shore + 150); y += 11 + (y - shore) * 0.1) {
    const half = 9 + (y - shore) * 0.22 * random.between(0.4, 1.3);
    const shift = random.between(-8, 8);
    trace.stroke([x + shift - half, y], [x + shift + half, y]);
  }
  return trace;
}

function ripples(random: Random, shore: number, bottom: number): Trace {
  const trace = new Trace();
  for (let at = 0; at < 8; at++) {
    const y = shore + 12 + Math.pow(random.between(0, 1), 0.8) * (bottom - shore - 20);
    const x = random.between(-20, 760);
    trace.stroke([x, y], [x + random.between(24, 50) + (y - shore) * 0.35, y]);
  }
  return trace;
}

/** Which boat: rowed by one who stands, with a traveller aboard, or under a woven roof. */
export type Boat = "rowed" | "guided" | "roofed";

/** A sampan with its middle on the water at (x, y); 150 wide at scale 1, bow to the right unless mirrored. */
export function sampan(
  inks: Inks,
  kind: Boat,
  x: number,
  y: number,
  scale: number,
  mirrored = false,
): string {
  const dark = inks.fore;
  const hat = inks.time === "night" ? inks.lit : mix(inks.lit, inks.sun, 0.35);
  const lit = inks.time === "night" || inks.time === "dusk";
  const guided = kind === "guided";
  const parts = [
    ink(dark, 3, "M-58 20h88M-30 28h76", `opacity=".35"`),
    kind === "roofed"
      ? fill(mix(inks.wood, inks.lit, 0.25), "M-38 2q6-32 36-32t36 34z") +
        ink(dark, 2, "M-20 2q2-26 6-30M4 4q2-26-2-34M22 4q0-20-6-28")
      : "",
    fill(
      dark,
      `M-76-10q30 14 74 13 44-1 80-19-14 24-34 32h-86q-22-4-34-26zM-63 2q-5-25 3-34 6-5 12 0 8 9 3 34z${guided ? "M15 2q-3-19 3-26 4-3 8 0 6 7 3 26z" : ""}`,
    ),
    ink(mix(dark, inks.lit, 0.55), 2, "M-74-9q30 13 72 12 42-1 76-17M-50-24l-34 48"),
    fill(hat, `M-74-31l20-15 19 15q-19 7-39 0z${guided ? "M8-21l14-11 14 11q-14 5-28 0z" : ""}`),
    lit
      ? disc(inks.lamp, 54, -20, 13, `opacity=".3"`) + disc(inks.lamp, 54, -20, 5) + ink(dark, 2, "M54-15v9")
      : "",
  ];
  return place(x, y, scale, parts.join(""), mirrored);
}

/** Someone under a conical hat, seen from afar; the feet at (x, y). */
export function person(body: string, hat: string, x: number, y: number, scale: number): string {
  return place(
    x,
    y,
    scale,
    fill(body, "M-8 2q-4-22 3-30 5-4 10 0 7 8 3 30z") + fill(hat, "M-17-27l17-13 17 13q-17 6-34 0z"),
  );
}
