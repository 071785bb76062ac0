/** Which hand draws which kind, and the light it draws in. */
import { cave } from "./cave";
import { food } from "./food";
import { forest } from "./forest";
import { INKS, type Time } from "./palettes";
import type { Drawing, SceneKind } from "./kinds";
import { landscape } from "./landscape";
import { turn } from "./random";
import { road } from "./road";
import { services } from "./services";
import { stay } from "./stay";
import { streetFood } from "./streetFood";
import { water } from "./water";

const DRAW: Record<SceneKind, (seed: number, inks: (typeof INKS)["day"][0], id: string) => Drawing> = {
  karst: landscape,
  cave,
  food,
  stay,
  streetFood,
  water,
  forest,
  road,
  services,
};
/** The next seed is three hours on (`turn` steps by 0.41 of the seven), so neighbours in this order may be alike, but not those. */
const HOURS: readonly Time[] = ["dusk", "day", "night", "day", "dawn", "dusk", "dawn"];

/** The inner markup of a scene: the same kind and seed give the same text, always. Gradients are named `{kind}{seed}…`. */
export function compose(kind: SceneKind, seed: number): string {
  const whole = Math.trunc(seed) || 0;
  const time = HOURS[turn(whole, HOURS.length, 1)]!;
  const inks = INKS[time][turn(whole, 2, 2) as 0 | 1];
  const { defs, markup } = (DRAW[kind] ?? landscape)(whole, inks, `${kind}${whole}`);
  return `<g fill="none" stroke-linecap="round"><defs>${defs}</defs>${markup}</g>`;
}
