/** Plants as flat silhouettes. */
import { fill, stroke, PathBuilder } from "./draw";
import type { Random } from "./random";

/** A palm with a bent trunk and drooping fronds; `height` in user units. */
export function palm(
  random: Random,
  color: string,
  x: number,
  foot: number,
  height: number,
  lean: number,
  trunk = color,
): string {
  const topX = x + lean;
  const topY = foot - height;
  const stem = `M${Math.round(x)} ${Math.round(foot)}Q${Math.round(x + lean * 0.1)} ${Math.round(foot - height * 0.5)} ${Math.round(topX)} ${Math.round(topY)}`;
  const crown = new PathBuilder();
  const reach = height * 0.48;
  const count = 8;
  for (let at = 0; at < count; at++) {
    const angle = Math.PI * (1.16 - (at / (count - 1)) * 1.32) + random.between(-0.1, 0.1);
    const length = reach * random.between(0.82, 1.1);
    frond(crown, topX, topY, angle, length, length * (0.42 - 0.3 * Math.sin(angle)));
  }
  return stroke(trunk, Math.max(3, Math.round(height * 0.034)), stem) + fill(color, crown);
}

/** A leaf along `angle` (in radians, up is positive) whose tip hangs down by `droop`. */
function frond(path: PathBuilder, x: number, y: number, angle: number, length: number, droop: number) {
  const side = Math.cos(angle) < 0 ? -1 : 1;
  const steep = Math.abs(Math.sin(angle)) * side * length;
  const outX = x + Math.cos(angle) * length * 0.62;
  const outY = y - Math.sin(angle) * length * 0.62 - length * 0.14;
  const tipX = x + Math.cos(angle) * length + steep * 0.22;
  const tipY = y - Math.sin(angle) * length * 0.8 + droop;
  path
    .move(x, y)
    .curve(outX - steep * 0.08, outY, tipX, tipY)
    .curve(outX + steep * 0.14 - Math.cos(angle) * length * 0.06, outY + length * 0.22, x, y + length * 0.05)
    .close();
}

/** Banana leaves from one root; `size` is the length of the longest leaf. */
export function banana(
  random: Random,
  color: string,
  rib: string,
  x: number,
  foot: number,
  size: number,
  facing: -1 | 1,
): string {
  const leaves = new PathBuilder();
  const ribs = new PathBuilder();
  const count = 5;
  for (let at = 0; at < count; at++) {
    const angle = Math.PI / 2 - facing * (-0.35 + at * 0.36 + random.between(-0.08, 0.08));
    const length = size * random.between(0.72, 1);
    const tipX = x + Math.cos(angle) * length;
    const tipY = foot - Math.sin(angle) * length * 0.95 + length * 0.12 * at * 0.5;
    const midX = x + Math.cos(angle) * length * 0.45;
    const midY = foot - Math.sin(angle) * length * 0.75;
    const acrossX = Math.sin(angle) * length * 0.2;
    const acrossY = Math.cos(angle) * length * 0.2;
    leaves
      .move(x, foot)
      .curve(midX - acrossX, midY - acrossY, tipX, tipY)
      .curve(midX + acrossX, midY + acrossY + length * 0.1, x, foot)
      .close();
    ribs.move(x, foot).curve(midX, midY, x + (tipX - x) * 0.92, foot + (tipY - foot) * 0.94);
  }
  return fill(color, leaves) + stroke(rib, 2, ribs, `opacity=".6"`);
}

/** Reeds in a lower corner, tall at the outer x `edge` and lower towards the inner x `reach`. */
export function reeds(
  random: Random,
  color: string,
  edge: number,
  reach: number,
  height: number,
  bottom = 604,
): string {
  const path = new PathBuilder().move(edge, bottom).line(edge, bottom - height * 0.45);
  const count = Math.max(4, Math.round(Math.abs(reach - edge) / 30));
  const pace = (reach - edge) / count;
  for (let at = 0; at < count; at++) {
    const low = 1 - (at + 1) / count;
    const tall = height * (0.25 + 0.75 * low) * random.between(0.6, 1.15);
    const x = edge + pace * at;
    // Blades lean towards the middle of the picture.
    const tip = x + pace * random.between(0.4, 1.7);
    path
      .curve(x + pace * 0.25, bottom - tall * 0.7, tip, bottom - tall)
      .line(x + pace, bottom - height * 0.42 * low);
  }
  return fill(color, path.close());
}

/** Treetops from `from` to `to`. With `belly` the lower edge is round, too. */
export function grove(
  random: Random,
  color: string,
  from: number,
  to: number,
  foot: number,
  height: number,
  belly = 0,
): string {
  const path = new PathBuilder().move(from, foot);
  let x = from;
  let y = foot;
  while (x < to) {
    const step = Math.min(height * random.between(1.3, 2.6), to - x + 1);
    const next = x + step >= to ? foot : foot - height * random.between(0.35, 0.95);
    path.curve(x + step * 0.45, Math.min(y, next) - height * 0.65, x + step, next);
    x += step;
    y = next;
  }
  if (belly > 0) path.curve((from + to) / 2, foot + belly * 2, from, foot);
  return fill(color, path.close());
}
