/** Caves from inside: ceilings with stalactites, walls, columns and floors, as flat layers. */
import { PathBuilder } from "./draw";
import type { Random } from "./random";

/** The opening of a cave seen from inside, in a picture of 800 by 600. */
export type Mouth = {
  /** The x of the walls at the lower edge. */
  left: number;
  right: number;
  /** The highest point of the opening. */
  top: number;
  /** The maximum length of stalactites; 0 for none. */
  teeth: number;
};

/** The rock around the opening as one path. */
export function frame(random: Random, { left, right, top, teeth }: Mouth): string {
  const path = new PathBuilder().polygon([-9, -9], [809, -9], [809, 609], [-9, 609]);
  const middle = (left + right) / 2 + random.between(-30, 30);
  const wide = (right - left) / 2;
  // The opening has the same direction as the outer edge, so the path needs the even-odd rule.
  path.move(left, 609);
  const bulge = random.between(0.1, 0.2) * wide;
  path.curve(left + bulge, 540, left + random.between(-0.06, 0.02) * wide, 470);
  path.curve(left - random.between(0.1, 0.22) * wide, 390, left + random.between(0, 0.08) * wide, 320);
  const spring = 300;
  path.curve(left + wide * 0.02, spring - 30, left + wide * 0.16, spring - (spring - top) * 0.42);
  const stops = 6;
  for (let at = 1; at <= stops; at++) {
    const share = at / stops;
    const x = left + wide * 0.16 + (2 * wide - wide * 0.32) * share;
    const off = Math.abs((x - middle) / wide);
    const y =
      at === stops
        ? spring - (spring - top) * 0.36
        : top + (spring - top) * Math.pow(off, 2.4) * 0.9 + random.between(-8, 10);
    vault(path, random, x, y, teeth * (0.45 + off * 0.55));
  }
  path.curve(right - wide * 0.02, spring - 20, right - random.between(0, 0.06) * wide, 330);
  path.curve(right + random.between(0.08, 0.2) * wide, 400, right - random.between(-0.04, 0.05) * wide, 480);
  path.curve(right - bulge, 550, right, 609);
  return String(path.close());
}

/** A part of the ceiling to (x, y), with one or two stalactites of up to `length`. */
function vault(path: PathBuilder, random: Random, x: number, y: number, length: number) {
  if (length > 8) {
    const [fromX, fromY] = path.position;
    const count = random.integer(1, 2);
    for (let at = 0; at < count; at++) {
      const rootX = fromX + ((x - fromX) * (at + random.between(0.2, 0.5))) / count;
      const rootY = fromY + ((y - fromY) * (rootX - fromX)) / (x - fromX || 1);
      const tall = length * random.between(0.35, 1);
      const half = 4 + tall * 0.13;
      path.line(rootX - half, rootY).curve(rootX - half * 0.3, rootY + tall * 0.3, rootX, rootY + tall);
      path.curve(rootX + half * 0.3, rootY + tall * 0.3, rootX + half, rootY);
    }
  }
  path.line(x, y);
}

/** A ceiling with stalactites from the upper edge to about `y`. */
export function ceiling(random: Random, y: number, teeth: number, count: number, bow = 0): string {
  const path = new PathBuilder().move(-9, -9).line(-9, y + bow);
  for (let at = 1; at <= count; at++) {
    const x = -9 + (818 * at) / count;
    const off = Math.abs(x - 400) / 400;
    vault(path, random, x, y + bow * off * off + random.between(-10, 10), teeth * (0.4 + off * 0.6));
  }
  return String(path.line(809, -9).close());
}

/** Stalagmites in a row on `foot` between two x, filled to `bottom`. */
export function stalagmites(
  random: Random,
  from: number,
  to: number,
  foot: number,
  height: number,
  count: number,
  bottom = 609,
): string {
  const path = new PathBuilder().move(from - 60, bottom).curve(from - 30, foot, from, foot);
  const pace = (to - from) / count;
  for (let at = 0; at < count; at++) {
    const x = from + pace * (at + random.between(0.35, 0.65));
    const tall = height * random.between(0.35, 1.1);
    const half = Math.min(pace * 0.42, 10 + tall * 0.16);
    const tip = 2 + half * 0.14;
    path.line(x - half, foot).curve(x - half * 0.35, foot - tall * 0.25, x - tip, foot - tall);
    path
      .curve(x, foot - tall - tip * 2, x + tip, foot - tall)
      .curve(x + half * 0.35, foot - tall * 0.25, x + half, foot + random.between(-4, 4));
  }
  return String(
    path
      .line(to, foot)
      .curve(to + 30, foot, to + 60, bottom)
      .close(),
  );
}

/** A column that is wide at its ends and knotted in the middle. */
export function column(random: Random, x: number, top: number, foot: number, width: number): string {
  const waist = width * random.between(0.28, 0.4);
  const middle = top + (foot - top) * random.between(0.45, 0.62);
  const path = new PathBuilder().move(x - width * 0.8, top);
  const side = (sign: -1 | 1): [number, number][] => [
    [x + sign * width * 0.5, top + (middle - top) * 0.35],
    [x + sign * waist * 1.2, top + (middle - top) * 0.5],
    [x + sign * waist, middle],
    [x + sign * waist * 1.35, middle + (foot - middle) * 0.42],
    [x + sign * width * 0.62, middle + (foot - middle) * 0.6],
    [x + sign * width, foot],
  ];
  const left = side(-1);
  const right = side(1).reverse();
  for (let at = 0; at < 6; at += 2) path.curve(...left[at]!, ...left[at + 1]!);
  path.line(...right[0]!);
  path
    .curve(...right[1]!, ...right[2]!)
    .curve(...right[3]!, ...right[4]!)
    .curve(...right[5]!, x + width * 0.8, top);
  return String(path.close());
}
