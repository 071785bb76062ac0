import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { composeScene } from "./compose";
import { composeHero, heroPalette } from "./hero";
import { mix, SCENE_PALETTES, type TimeOfDay } from "./palettes";
import { kindOf, type SceneKind } from "@karst/web/illustrations";
import { Logo } from "./Logo";

const KINDS: SceneKind[] = [
  "cave",
  "stay",
  "food",
  "streetFood",
  "water",
  "forest",
  "road",
  "services",
  "karst",
];
const TIMES = Object.keys(SCENE_PALETTES) as TimeOfDay[];
const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

const bytes = (markup: string) => new TextEncoder().encode(markup).length;
const idsIn = (markup: string) => [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
const referencesIn = (markup: string) =>
  [...markup.matchAll(/(?:url\(#|href="#)([^)"]+)/g)].map(([, id]) => id!);

describe.each(KINDS)("the %s scene", (kind) => {
  const markups = SEEDS.map((seed) => composeScene(kind, seed));

  it("is the same for the same seed", () => {
    expect(SEEDS.map((seed) => composeScene(kind, seed))).toEqual(markups);
  });

  it("differs for every seed, apart from its ids", () => {
    const withoutIds = markups.map((markup, index) => markup.replaceAll(`${kind}${SEEDS[index]}`, ""));
    expect(new Set(withoutIds).size).toBe(SEEDS.length);
  });

  it("has another sky for most consecutive seeds", () => {
    const skies = markups.map((markup) => /stop-color="(#[0-9a-f]+)"/.exec(markup)?.[1]);
    const repeated = skies.filter((sky, index) => index > 0 && sky === skies[index - 1]).length;
    expect(repeated).toBeLessThan(SEEDS.length / 8);
  });

  it("is smaller than 6 kB", () => {
    expect(Math.max(...markups.map(bytes))).toBeLessThan(6000);
  });

  it("has valid numbers, unique ids, and references only to them", () => {
    for (const markup of markups) {
      expect(markup).not.toMatch(/NaN|undefined|Infinity|null|\de[+-]\d/);
      const ids = idsIn(markup);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(referencesIn(markup)));
    }
  });
});

it("all scenes have different ids", () => {
  const ids = KINDS.flatMap((kind) => SEEDS.flatMap((seed) => idsIn(composeScene(kind, seed))));
  ids.push(...TIMES.flatMap((time) => idsIn(composeHero(time))));
  expect(new Set(ids).size).toBe(ids.length);
});

it("any number is a valid seed", () => {
  for (const seed of [0, -3, 2.5, 2 ** 31, Number.NaN]) expect(composeScene("cave", seed)).not.toMatch(/NaN/);
});

describe("the hero", () => {
  it.each(TIMES)("is smaller than 9 kB at %s", (time) => {
    const markup = composeHero(time);
    expect(bytes(markup)).toBeLessThan(9000);
    expect(markup).not.toMatch(/NaN|undefined/);
    expect(idsIn(markup)).toEqual(expect.arrayContaining(referencesIn(markup)));
  });

  it.each(TIMES)("has a contrast of 4.5:1 with white text on air, water and distance at %s", (time) => {
    const { sky, far, mid, near, haze, water, land } = heroPalette(time);
    // Mist covers the distance with 90% of its color at most.
    for (const color of [...sky, far, mid, near, land, mix(mid, haze, 0.9), ...water]) {
      expect(contrastWithWhite(color), color).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it("each category has an illustration, and unknown ones have karst", () => {
  expect(kindOf("accommodation")).toBe("stay");
  expect(kindOf("street-food")).toBe("streetFood");
  expect(kindOf("kiting")).toBe("water");
  expect(kindOf("atm")).toBe("services");
  for (const slug of ["attractions", "a-new-one", "constructor", "", null, undefined])
    expect(kindOf(slug)).toBe("karst");
});

it("the logo has the color of the text beside it", () => {
  expect(renderToStaticMarkup(<Logo />)).toContain('fill="currentColor"');
});

/** WCAG 2.2 contrast of `#rrggbb` with white. */
function contrastWithWhite(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
