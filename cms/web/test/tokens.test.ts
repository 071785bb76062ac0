import { describe, expect, it } from "vitest";
import tokens from "../tokens.json";

/** Texts, and the backgrounds that they have. */
const TEXTS = [
  ["text", "bg", "bg-muted", "surface", "primary-subtle", "link-subtle", "danger-subtle"],
  ["text-muted", "bg", "bg-muted", "surface", "primary-subtle"],
  ["primary", "bg", "surface", "primary-subtle"],
  ["link", "bg", "bg-muted", "surface", "primary-subtle", "link-subtle", "danger-subtle"],
  ["accent-text", "bg", "bg-muted", "surface"],
  ["danger", "bg", "surface", "danger-subtle"],
  ["on-primary", "primary", "primary-hover", "link", "accent-text", "danger", "danger-hover"],
  ["on-accent", "accent", "accent-hover"],
];

/** Borders of controls, and the ring of the focus. */
const CONTROLS = [
  ["border-strong", "bg", "surface"],
  ["link", "bg", "bg-muted", "surface"],
];

type Name = keyof typeof tokens.light;

/** The relative luminance of a six-digit hex color (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(["light", "dark"] as const)("the %s colors", (theme) => {
  const color = (name: string) => tokens[theme][`color-${name}` as Name];
  /** The pairs with less contrast than `minimum`. */
  const below = (minimum: number, rows: string[][]) =>
    rows.flatMap(([front = "", ...backs]) =>
      backs
        .map((back) => ({ front, back, contrast: contrast(color(front), color(back)) }))
        .filter((pair) => !(pair.contrast >= minimum)),
    );

  it("have a contrast of 4.5:1 for texts", () => {
    expect(below(4.5, TEXTS)).toEqual([]);
  });

  it("have a contrast of 3:1 for controls", () => {
    expect(below(3, CONTROLS)).toEqual([]);
  });
});

it("both themes have the same tokens", () => {
  expect(Object.keys(tokens.dark)).toEqual(Object.keys(tokens.light));
});
