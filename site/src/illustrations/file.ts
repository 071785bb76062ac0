import { compose } from "./compose";
import { composeHero, HERO_HEIGHT, HERO_WIDTH } from "./hero";
import { INKS, type Time } from "./palettes";
import type { SceneKind } from "./kinds";

/** The size of every scene but the hero, in pixels. */
const WIDTH = 800;
const HEIGHT = 600;

const KINDS: Record<SceneKind, true> = {
  cave: true,
  stay: true,
  food: true,
  streetFood: true,
  water: true,
  forest: true,
  road: true,
  services: true,
  karst: true,
};

/** A scene as a file of its own, and how large it is. */
export type SceneFile = { svg: string; width: number; height: number };

/**
 * The scene that a file's name asks for: `{kind}-{seed}.svg`, or `hero-{time}.svg` for the wide one of Home. Null for
 * any other name.
 */
export function sceneFile(name: string): SceneFile | null {
  const [, kind, seed] = /^([a-zA-Z]+)-(\d{1,9})\.svg$/.exec(name) ?? [];
  if (kind && Object.hasOwn(KINDS, kind))
    return file(WIDTH, HEIGHT, compose(kind as SceneKind, Number(seed)));
  const [, time] = /^hero-([a-z]+)\.svg$/.exec(name) ?? [];
  if (time && Object.hasOwn(INKS, time)) return file(HERO_WIDTH, HERO_HEIGHT, composeHero(time as Time));
  return null;
}

/** Width and height are said, because some browsers give a picture without them no natural size. */
function file(width: number, height: number, markup: string): SceneFile {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${markup}</svg>`, width, height };
}
