import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { compose } from "./compose";
import { composeHero, heroInks } from "./hero";
import { HeroScene } from "./HeroScene";
import { INKS, mix, type Time } from "./palettes";
import { kindOf, type SceneKind } from "./kinds";
import { Logo } from "./Logo";
import { Scene } from "./Scene";

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
const TIMES = Object.keys(INKS) as Time[];
const SEEDS = Array.from({ length: 200 }, (_, at) => at + 1);

const bytes = (markup: string) => new TextEncoder().encode(markup).length;
const idsIn = (markup: string) => [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
const namedIn = (markup: string) => [...markup.matchAll(/(?:url\(#|href="#)([^)"]+)/g)].map(([, id]) => id!);

describe.each(KINDS)("the %s scene", (kind) => {
  const markups = SEEDS.map((seed) => renderToStaticMarkup(<Scene kind={kind} seed={seed} />));

  it("is the same picture each time", () => {
    expect(SEEDS.map((seed) => renderToStaticMarkup(<Scene kind={kind} seed={seed} />))).toEqual(markups);
  });

  it("is another picture for every seed, even without its names", () => {
    const bare = markups.map((markup, at) => markup.replaceAll(`${kind}${SEEDS[at]}`, ""));
    expect(new Set(bare).size).toBe(SEEDS.length);
  });

  it("changes its light from one place to the next often enough that a list looks alive", () => {
    const skies = markups.map((markup) => /stop-color="(#[0-9a-f]+)"/.exec(markup)?.[1]);
    const alike = skies.filter((sky, at) => at > 0 && sky === skies[at - 1]).length;
    expect(alike).toBeLessThan(SEEDS.length / 8);
  });

  it("stays under 6 kB", () => {
    expect(Math.max(...markups.map(bytes))).toBeLessThan(6000);
  });

  it("has whole numbers and colours only, and names what it draws on once", () => {
    for (const markup of markups) {
      expect(markup).not.toMatch(/NaN|undefined|Infinity|null|\de[+-]\d/);
      const ids = idsIn(markup);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(namedIn(markup)));
    }
  });
});

it("names no gradient twice on a page with every picture", () => {
  const ids = KINDS.flatMap((kind) => SEEDS.flatMap((seed) => idsIn(compose(kind, seed))));
  ids.push(...TIMES.flatMap((time) => idsIn(composeHero(time))));
  expect(new Set(ids).size).toBe(ids.length);
});

it("draws for any number a caller may have", () => {
  for (const seed of [0, -3, 2.5, 2 ** 31, Number.NaN]) expect(compose("cave", seed)).not.toMatch(/NaN/);
});

it("is decoration unless it is given a title", () => {
  expect(renderToStaticMarkup(<Scene kind="cave" seed={1} />)).toContain('aria-hidden="true"');
  const titled = renderToStaticMarkup(<Scene kind="cave" seed={1} title={'"Động" <Phong Nha>'} />);
  expect(titled).toContain('role="img" aria-label="&quot;Động&quot; &lt;Phong Nha&gt;"');
  expect(titled).not.toContain("aria-hidden");
});

describe("the hero", () => {
  it.each(TIMES)("is one valley under 9 kB at %s", (time) => {
    const markup = renderToStaticMarkup(<HeroScene time={time} veiled />);
    expect(bytes(markup)).toBeLessThan(9000);
    expect(markup).not.toMatch(/NaN|undefined/);
    expect(idsIn(markup)).toEqual(expect.arrayContaining(namedIn(markup)));
  });

  it.each(TIMES)("keeps white words readable on air, water and distance at %s", (time) => {
    const { sky, far, mid, near, haze, water, land } = heroInks(time);
    // Mist lies over the distance with nine tenths of its own colour at most.
    for (const ink of [...sky, far, mid, near, land, mix(mid, haze, 0.9), ...water]) {
      expect(contrastWithWhite(ink), ink).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it("gives each category of the guide its picture, and the karst to all others", () => {
  expect(kindOf("accommodation")).toBe("stay");
  expect(kindOf("street-food")).toBe("streetFood");
  expect(kindOf("kiting")).toBe("water");
  expect(kindOf("atm")).toBe("services");
  for (const slug of ["attractions", "a-new-one", "constructor", "", null, undefined])
    expect(kindOf(slug)).toBe("karst");
});

it("draws the mark in the ink of the words beside it", () => {
  expect(renderToStaticMarkup(<Logo />)).toContain('fill="currentColor"');
});

/** WCAG 2.2 contrast of `#rrggbb` with white. */
function contrastWithWhite(ink: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(ink.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
