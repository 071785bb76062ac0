/** Sky, light, clouds, stars, birds and mist: what every outdoor scene begins with. */
import { disc, fade, glow, ink, Trace } from "./draw";
import { mix, type Inks } from "./palettes";
import type { Random } from "./random";

/** The sun's or moon's place and the markup of everything in the sky. */
export type Sky = { sunX: number; sunY: number; defs: string; markup: string };

/**
 * The sky of a picture `width` wide, `horizon` down from the top, all in user units.
 *
 * `id` is the picture's own prefix for gradients. The sun stands `at` a share of the width, or anywhere but
 * in the middle and at the edges.
 */
export function sky(
  random: Random,
  inks: Inks,
  id: string,
  width: number,
  horizon: number,
  at?: number,
): Sky {
  const left = random.chance(0.5);
  const sunX = width * (at ?? (left ? random.between(0.18, 0.42) : random.between(0.58, 0.82)));
  const high = { dawn: [0.52, 0.68], day: [0.2, 0.34], dusk: [0.5, 0.66], night: [0.16, 0.32] }[inks.time];
  const sunY = horizon * random.between(high[0]!, high[1]!);
  const size =
    width * (inks.time === "night" ? 0.045 : inks.time === "day" ? 0.055 : 0.08) * random.between(0.9, 1.15);
  const defs =
    fade(`${id}s`, [0, inks.sky[0]], [0.62, inks.sky[1]], [1, inks.sky[2]]) +
    glow(`${id}g`, [0.2, inks.halo, 0.75], [1, inks.halo, 0]);
  const markup =
    `<path fill="url(#${id}s)" d="M0 0h${width}v${Math.round(horizon + 20)}H0z"/>` +
    (inks.time === "night" ? stars(random, inks, width, horizon) : "") +
    disc(`url(#${id}g)`, Math.round(sunX), Math.round(sunY), Math.round(size * 4)) +
    disc(inks.sun, Math.round(sunX), Math.round(sunY), Math.round(size)) +
    clouds(random, inks, width, horizon);
  return { sunX, sunY, defs, markup };
}

function stars(random: Random, inks: Inks, width: number, horizon: number): string {
  const small = new Trace();
  for (let at = 0; at < Math.round(width / 70); at++)
    small.move(random.between(10, width - 10), random.between(8, horizon * 0.62));
  // A stroke of no length with round ends is a dot: nine bytes a star.
  return ink(mix(inks.sun, inks.sky[1], 0.25), 2.6, String(small).replace(/(M\d+ \d+)/g, "$1h0"));
}

/** Long flat bands with round ends, as a screen print would have them. */
function clouds(random: Random, inks: Inks, width: number, horizon: number): string {
  const bands = new Trace();
  for (let group = 0; group < 2; group++) {
    const x = random.between(-0.05, 0.75) * width;
    const y = horizon * (0.16 + group * 0.24 + random.between(0, 0.08));
    const length = width * random.between(0.14, 0.3);
    bands.stroke([x, y], [x + length, y]);
    bands.stroke(
      [x + length * random.between(0.25, 0.5), y + 11],
      [x + length * random.between(1.05, 1.35), y + 11],
    );
    if (group) bands.stroke([x - length * 0.2, y + 22], [x + length * 0.6, y + 22]);
  }
  return ink(inks.cloud, 9, bands, `opacity="${inks.time === "night" ? ".45" : ".6"}"`);
}

/** Mist lying before a layer: fades from nothing down to the haze. Uses the gradient of `mistInk`. */
export function mist(id: string, width: number, from: number, to: number): string {
  return `<path fill="url(#${id}m)" d="M0 ${Math.round(from)}h${width}V${Math.round(to)}H0z"/>`;
}

export function mistInk(inks: Inks, id: string): string {
  return fade(`${id}m`, [0, inks.haze, 0], [1, inks.haze, 0.9]);
}

/** A few birds far away, in a loose line. */
export function birds(random: Random, inks: Inks, x: number, y: number): string {
  const flock = new Trace();
  const count = random.whole(3, 4);
  for (let at = 0; at < count; at++) {
    const birdX = x + at * random.between(20, 34);
    const birdY = y + (at % 2 ? 1 : -1) * random.between(2, 12);
    const span = random.between(7, 11);
    flock
      .move(birdX - span, birdY - 3)
      .curve(birdX - span * 0.4, birdY - 6, birdX, birdY)
      .curve(birdX + span * 0.4, birdY - 6, birdX + span, birdY - 3);
  }
  return ink(mix(inks.near, inks.sky[1], 0.15), 2, flock);
}
