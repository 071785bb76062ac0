import type { SceneKind } from "@karst/web/illustrations";
import { composeScene, DRAW_BY_KIND } from "./compose";
import { composeHero, HERO_HEIGHT, HERO_WIDTH } from "./hero";
import { SCENE_PALETTES, type TimeOfDay } from "./palettes";

/** The size of all scenes except the hero. */
const WIDTH = 800;
const HEIGHT = 600;

export type SceneFile = { svg: string; width: number; height: number };

/** The scene with the name `{kind}-{seed}.svg`, or `hero-{time}.svg` for the wide one of Home; null for other names. */
export function sceneFile(name: string): SceneFile | null {
  const [, kind, seed] = /^([a-zA-Z]+)-(\d{1,9})\.svg$/.exec(name) ?? [];
  if (kind && Object.hasOwn(DRAW_BY_KIND, kind))
    return toFile(WIDTH, HEIGHT, composeScene(kind as SceneKind, Number(seed)));
  const [, time] = /^hero-([a-z]+)\.svg$/.exec(name) ?? [];
  if (time && Object.hasOwn(SCENE_PALETTES, time))
    return toFile(HERO_WIDTH, HERO_HEIGHT, composeHero(time as TimeOfDay));
  return null;
}

/** Width and height are set, because without them images have no intrinsic size in some browsers. */
function toFile(width: number, height: number, markup: string): SceneFile {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${markup}</svg>`, width, height };
}
