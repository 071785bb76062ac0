/** Sky, light, clouds, stars, birds and mist of outdoor scenes. */
import { circle, linearGradient, radialGradient, stroke, PathBuilder } from "./draw";
import { mix, type ScenePalette } from "./palettes";
import type { Random } from "./random";

/** The position of the sun or moon, and the markup of the sky. */
export type Sky = { sunX: number; sunY: number; defs: string; markup: string };

/**
 * The sky above `horizon`, which is measured from the top, in user units. `id` is the prefix for the ids of gradients.
 *
 * `sunAt` is the horizontal position of the sun as a share of the width; by default it is random, but neither in the
 * middle nor at the edges.
 */
export function sky(
  random: Random,
  palette: ScenePalette,
  id: string,
  width: number,
  horizon: number,
  sunAt?: number,
): Sky {
  const left = random.chance(0.5);
  const sunX = width * (sunAt ?? (left ? random.between(0.18, 0.42) : random.between(0.58, 0.82)));
  const high = { dawn: [0.52, 0.68], day: [0.2, 0.34], dusk: [0.5, 0.66], night: [0.16, 0.32] }[palette.time];
  const sunY = horizon * random.between(high[0]!, high[1]!);
  const size =
    width *
    (palette.time === "night" ? 0.045 : palette.time === "day" ? 0.055 : 0.08) *
    random.between(0.9, 1.15);
  const defs =
    linearGradient(`${id}s`, [0, palette.sky[0]], [0.62, palette.sky[1]], [1, palette.sky[2]]) +
    radialGradient(`${id}g`, [0.2, palette.halo, 0.75], [1, palette.halo, 0]);
  const markup =
    `<path fill="url(#${id}s)" d="M0 0h${width}v${Math.round(horizon + 20)}H0z"/>` +
    (palette.time === "night" ? stars(random, palette, width, horizon) : "") +
    circle(`url(#${id}g)`, Math.round(sunX), Math.round(sunY), Math.round(size * 4)) +
    circle(palette.sun, Math.round(sunX), Math.round(sunY), Math.round(size)) +
    clouds(random, palette, width, horizon);
  return { sunX, sunY, defs, markup };
}

function stars(random: Random, palette: ScenePalette, width: number, horizon: number): string {
  const small = new PathBuilder();
  for (let at = 0; at < Math.round(width / 70); at++)
    small.move(random.between(10, width - 10), random.between(8, horizon * 0.62));
  // A stroke of no length with round ends is a dot, in nine bytes.
  return stroke(mix(palette.sun, palette.sky[1], 0.25), 2.6, String(small).replace(/(M\d+ \d+)/g, "$1h0"));
}

/** Long flat bands with round ends. */
function clouds(random: Random, palette: ScenePalette, width: number, horizon: number): string {
  const bands = new PathBuilder();
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
  return stroke(palette.cloud, 9, bands, `opacity="${palette.time === "night" ? ".45" : ".6"}"`);
}

/** Mist in front of a layer, which gets denser downwards. Uses the gradient of `mistGradient`. */
export function mist(id: string, width: number, from: number, to: number): string {
  return `<path fill="url(#${id}m)" d="M0 ${Math.round(from)}h${width}V${Math.round(to)}H0z"/>`;
}

export function mistGradient(palette: ScenePalette, id: string): string {
  return linearGradient(`${id}m`, [0, palette.haze, 0], [1, palette.haze, 0.9]);
}

/** A few distant birds in a line. */
export function birds(random: Random, palette: ScenePalette, x: number, y: number): string {
  const flock = new PathBuilder();
  const count = random.integer(3, 4);
  for (let at = 0; at < count; at++) {
    const birdX = x + at * random.between(20, 34);
    const birdY = y + (at % 2 ? 1 : -1) * random.between(2, 12);
    const span = random.between(7, 11);
    flock
      .move(birdX - span, birdY - 3)
      .curve(birdX - span * 0.4, birdY - 6, birdX, birdY)
      .curve(birdX + span * 0.4, birdY - 6, birdX + span, birdY - 3);
  }
  return stroke(mix(palette.near, palette.sky[1], 0.15), 2, flock);
}
