/** Tower karst: steep walls and round wooded tops, one silhouette per layer, with a lit side. */
import { PathBuilder } from "./draw";
import type { Random } from "./random";

/** The horizontal center, the foot and the size of a tower, in user units. */
export type Tower = { x: number; foot: number; width: number; height: number };

/** The paths of a layer: the silhouette, the lit slopes, and the bare cliffs in them. */
export type Ridge = { body: string; slopes: string; cliffs: string };

/** The outline alone, with lit slopes, or with bare rock too. */
export type Detail = "outline" | "light" | "rock";

/** Draws towers into one layer. `light` is the x of the sun; each tower is lit on that side. */
export function ridge(random: Random, towers: readonly Tower[], detail: Detail, light = 0): Ridge {
  const body = new PathBuilder();
  const slopes = new PathBuilder();
  const cliffs = new PathBuilder();
  for (const tower of towers) {
    // Small towers are far away or half hidden and need fewer strokes.
    const bumps = detail === "outline" ? 1 : detail === "rock" && tower.height > 180 ? 3 : 2;
    outline(body, random, tower, bumps);
    if (detail === "outline") continue;
    const side = light < tower.x ? -1 : 1;
    slope(slopes, random, tower, side);
    if (detail === "rock") cliff(cliffs, random, tower, side);
  }
  return { body: String(body), slopes: String(slopes), cliffs: String(cliffs) };
}

/** Overlapping towers from `from` to `to`; `heightAt` maps a position from 0 to 1 to a height. */
export function towerRow(
  random: Random,
  from: number,
  to: number,
  count: number,
  foot: number,
  heightAt: (along: number) => number,
): Tower[] {
  const spacing = (to - from) / count;
  return Array.from({ length: count }, (_, at) => {
    const height = heightAt((at + 0.5) / count) * random.between(0.7, 1.15);
    return {
      x: from + spacing * (at + random.between(0.25, 0.75)),
      foot,
      width: spacing * random.between(1.05, 1.5),
      height,
    };
  });
}

/** Half the width of a tower at `rise` (0 at the foot, 1 at the top): nearly vertical, then round. */
function halfWidth({ width }: Tower, rise: number): number {
  return (width / 2) * (1 - rise * 0.16) * Math.sqrt(Math.max(0, 1 - Math.pow(rise, 3.4)));
}

/** Up a wall and `bumps` tree crowns to the top, and down again; the two sides differ. */
function outline(body: PathBuilder, random: Random, tower: Tower, bumps: number) {
  const { x, foot, height } = tower;
  const wall = random.between(0.46, 0.6);
  body.move(x - halfWidth(tower, 0) * 1.06, foot).line(x - halfWidth(tower, wall), foot - height * wall);
  climb(body, random, tower, bumps, wall, -1);
  const far = random.between(0.46, 0.6);
  climb(body, random, tower, bumps, far, 1);
  body.line(x + halfWidth(tower, 0) * 1.06, foot).close();
}

function climb(body: PathBuilder, random: Random, tower: Tower, bumps: number, wall: number, side: -1 | 1) {
  const { x, foot, height } = tower;
  const rises = Array.from({ length: bumps + 1 }, (_, at) => {
    // Crowns are smaller near the top, where the outline is flat.
    const share = Math.sqrt(at / bumps);
    const jitter = at === 0 || at === bumps ? 0 : random.between(-0.04, 0.04);
    return wall + (1 - wall) * share + jitter;
  });
  if (side > 0) rises.reverse();
  for (let at = 1; at < rises.length; at++) {
    const from = rises[at - 1]!;
    const to = rises[at]!;
    const higher = Math.max(from, to);
    const lower = Math.min(from, to);
    // The control point is outside of the chord, for a round crown, or a smooth dome if there is one bump.
    const swell = bumps === 1 ? 1 : 0.97;
    body.curve(
      x + side * halfWidth(tower, lower) * swell,
      foot - height * (higher + (bumps === 1 ? 0 : 0.012)),
      x + side * halfWidth(tower, to),
      foot - height * to,
    );
  }
}

/** The lit side: an irregular edge from the top down, and back up inside the outline. */
function slope(slopes: PathBuilder, random: Random, tower: Tower, side: -1 | 1) {
  const { x, foot, height } = tower;
  const inset = (rise: number) => x + side * (halfWidth(tower, rise) * 0.985 - 1);
  const edge = (rise: number, share: number): [number, number] => [
    x + side * halfWidth(tower, Math.min(rise, 0.8)) * share,
    foot - height * rise,
  ];
  const [topX, topY] = edge(0.93, random.between(0.05, 0.3));
  slopes.move(topX, topY);
  if (height > 180)
    slopes.curve(...edge(0.84, random.between(0.5, 0.7)), ...edge(0.7, random.between(0.25, 0.42)));
  slopes.curve(...edge(0.56, random.between(0, 0.2)), ...edge(0.4, random.between(0.35, 0.55)));
  slopes.curve(...edge(0.2, random.between(0.1, 0.3)), ...edge(0, random.between(0.3, 0.5)));
  slopes
    .line(inset(0), foot)
    .line(inset(0.5), foot - height * 0.5)
    .curve(inset(0.6), foot - height * 0.86, topX, topY)
    .close();
}

/** Bare rock in the lit side: slabs with ragged lower ends. Low towers have none. */
function cliff(cliffs: PathBuilder, random: Random, tower: Tower, side: -1 | 1) {
  const { x, foot, height, width } = tower;
  const count = height > 200 ? 4 : height > 120 ? 2 : 0;
  for (let at = 0; at < count; at++) {
    const top = random.between(0.42, 0.74) - (at % 2) * 0.14;
    const length = random.between(0.22, 0.36) * height;
    const outer = halfWidth(tower, top) * (0.93 - at * 0.17);
    const breadth = width * random.between(0.06, 0.1);
    const y = foot - height * top;
    const across = (share: number) => x + side * (outer - breadth * share);
    cliffs
      .move(across(0), y)
      .line(across(-0.12), y + length * 0.75)
      .line(across(0.2), y + length * 0.6)
      .line(across(0.5), y + length)
      .line(across(0.95), y + length * 0.55)
      .line(across(0.9), y - length * 0.05)
      .close();
  }
}
