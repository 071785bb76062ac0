/** Composes the markup of scenes. */
import type { SceneKind } from "@karst/web/illustrations";
import { cave } from "./cave";
import { food } from "./food";
import { forest } from "./forest";
import { SCENE_PALETTES, type ScenePalette, type TimeOfDay } from "./palettes";
import type { Drawing } from "./kinds";
import { landscape } from "./landscape";
import { pickVariant } from "./random";
import { road } from "./road";
import { services } from "./services";
import { stay } from "./stay";
import { streetFood } from "./streetFood";
import { water } from "./water";

export const DRAW_BY_KIND: Record<SceneKind, (seed: number, palette: ScenePalette, id: string) => Drawing> = {
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
/** Consecutive seeds are three items apart (0.41 of seven, see `pickVariant`), so items at this distance must differ. */
const TIMES: readonly TimeOfDay[] = ["dusk", "day", "night", "day", "dawn", "dusk", "dawn"];

/** The inner markup of a scene. The ids of its gradients begin with `{kind}{seed}`. */
export function composeScene(kind: SceneKind, seed: number): string {
  const integerSeed = Math.trunc(seed) || 0;
  const time = TIMES[pickVariant(integerSeed, TIMES.length, 1)]!;
  const palette = SCENE_PALETTES[time][pickVariant(integerSeed, 2, 2) as 0 | 1];
  const { defs, markup } = DRAW_BY_KIND[kind](integerSeed, palette, `${kind}${integerSeed}`);
  return `<g fill="none" stroke-linecap="round"><defs>${defs}</defs>${markup}</g>`;
}
