/** Pieces of a small town: striped awnings, shophouses, stools, motorbikes, people standing. */
import { circle, fill, stroke, PathBuilder } from "./draw";
import { houseColors } from "./houses";
import { mix, type ScenePalette } from "./palettes";
import type { Random } from "./random";

/** Colors of cloth and paint, dimmed for the time of day. */
export function clothColor(
  palette: ScenePalette,
  color: "red" | "teal" | "amber" | "cream" | "blue",
): string {
  const pure = { red: "#b3261e", teal: "#0f6b72", amber: "#e09a2b", cream: "#f4e9d0", blue: "#2f6db5" }[
    color
  ];
  return mix(pure, palette.near, { dawn: 0.12, day: 0.02, dusk: 0.3, night: 0.5 }[palette.time]);
}

/** The center and upper edge of an awning, its width at the top and bottom, its height, and its number of stripes. */
export type Awning = { x: number; y: number; top: number; low: number; drop: number; stripes: number };

/** A striped awning with a scalloped edge; with an odd number of stripes it is symmetric. */
export function awning(colors: readonly [string, string], shade: string, shape: Awning): string {
  const [under, even, odd] = stripePaths(shape);
  return fill(shade, under, `opacity=".45"`) + fill(colors[0], even) + fill(colors[1], odd);
}

/** The three paths of an awning: its shadow, and the stripes of each color. */
function stripePaths({ x, y, top, low, drop, stripes }: Awning): readonly [string, string, string] {
  const colors = [new PathBuilder(), new PathBuilder()] as const;
  for (let at = 0; at < stripes; at++) {
    const upper = (share: number) => x - top / 2 + (top * share) / stripes;
    const lower = (share: number) => x - low / 2 + (low * share) / stripes;
    (at % 2 ? colors[1] : colors[0])
      .move(upper(at), y)
      .line(upper(at + 1), y)
      .line(lower(at + 1), y + drop)
      .curve(lower(at + 0.5), y + drop + (low / stripes) * 0.55, lower(at), y + drop)
      .close();
  }
  const under = `M${Math.round(x - low / 2)} ${y + drop}h${Math.round(low)}l-14 22H${Math.round(x - low / 2 + 14)}z`;
  return [under, String(colors[0]), String(colors[1])];
}

/** A low plastic stool standing on (x, y), 40 wide. */
export function stool(color: string, x: number, y: number): string {
  return fill(color, `M${x - 17} ${y - 30}h34l5 30h-8l-3-20h-22l-3 20h-8z`);
}

/** A distant standing person, 108 tall, feet at (x, y); `hat` is the color of a conical hat. */
export function figure(shirt: string, dark: string, x: number, y: number, hat?: string): string {
  return (
    fill(
      dark,
      `M${x - 13} ${y}l3-50h20l3 50h-9l-4-36-4 36zM${x - 9} ${y - 88}a9 10 0 1 1 18 0 9 10 0 1 1-18 0`,
    ) +
    fill(shirt, `M${x - 17} ${y - 34}l3-34q14-14 28 0l3 34q-17 6-34 0z`) +
    (hat ? fill(hat, `M${x - 26} ${y - 92}l26-20 26 20q-26 8-52 0z`) : "")
  );
}

/** A motorbike with its rider, 120 long, wheels on (x, y), riding to the right. */
export function motorbike(
  palette: ScenePalette,
  paint: string,
  shirt: string,
  x: number,
  y: number,
  scale = 1,
  mirrored = false,
): string {
  const dark = palette.fore;
  return (
    `<g transform="translate(${Math.round(x)} ${Math.round(y)})scale(${mirrored ? -scale : scale} ${scale})">` +
    fill(palette.fore, "M-62-2q62-10 128 0-64 10-128 0z", `opacity=".35"`) +
    stroke(dark, 6, "M-54-19a17 17 0 1 0 .1 0M40-19a17 17 0 1 0 .1 0M40-36l-8-34h-12") +
    fill(paint, "M-62-40q22-12 44-6l26 12q8-18 20-24l8 6q-2 26-14 34h-46q-6-14-22-10z") +
    fill(dark, "M-34-50h40l4 10h-40zM-4-44l24 2-2 26h-10l2-16-22-2z") +
    fill(shirt, "M-24-48q-4-30 8-44 14-8 20 4l22 16-4 8-20-8-2 26z") +
    circle(mix(paint, palette.sun, 0.45), -2, -104, 13) +
    fill(palette.lamp, "M30-60l9 3-2 8-8-2z") +
    (palette.time === "night" || palette.time === "dusk"
      ? fill(palette.lamp, "M36-56l110-6v50z", `opacity=".25"`)
      : "") +
    "</g>"
  );
}

/** Narrow shophouses of different heights and colors from `from` to `to` on a street at `y`. */
export function shophouses(
  random: Random,
  palette: ScenePalette,
  from: number,
  to: number,
  y: number,
  count: number,
): string {
  const tint = houseColors(palette);
  const pace = (to - from) / count;
  const panes = new PathBuilder();
  const doors = new PathBuilder();
  const shades = new PathBuilder();
  // All awnings share three colors, so that they are four paths.
  const cloths = [random.pick(["red", "amber"] as const), random.pick(["teal", "blue"] as const)] as const;
  const awnings = { under: "", cream: "", first: "", second: "" };
  let walls = "";
  for (let at = 0; at < count; at++) {
    const left = Math.round(from + pace * at);
    const wide = Math.round(pace + 1);
    const tall = Math.round(pace * random.between(1.1, 1.75));
    const color = mix(
      palette.wall,
      clothColor(palette, random.pick(["teal", "amber", "red", "blue", "cream"])),
      random.between(0.12, 0.38),
    );
    walls += fill(
      color,
      `M${left} ${y}v${-tall}${random.chance(0.5) ? `l${Math.round(wide / 2)}-22 ${Math.round(wide / 2)} 22` : `h${wide}`}v${tall}z`,
    );
    shades.polygon(
      [left, y - tall],
      [left + wide, y - tall],
      [left + wide, y],
      [left + wide - 12, y],
      [left + wide - 12, y - tall + 7],
      [left, y - tall + 7],
    );
    for (let floor = 0; floor * 70 < tall - 150; floor++) {
      const top = y - tall + 26 + floor * 70;
      for (const share of [0.2, 0.55])
        panes.polygon(
          [left + wide * share, top],
          [left + wide * (share + 0.24), top],
          [left + wide * (share + 0.24), top + 40],
          [left + wide * share, top + 40],
        );
    }
    doors.polygon([left + 14, y], [left + 14, y - 78], [left + wide - 20, y - 78], [left + wide - 20, y]);
    const [under, even, odd] = stripePaths({
      x: left + wide / 2 - 3,
      y: y - 106,
      top: wide - 18,
      low: wide,
      drop: 26,
      stripes: 5,
    });
    awnings.under += under;
    awnings.cream += odd;
    awnings[random.chance(0.5) ? "first" : "second"] += even;
  }
  return (
    walls +
    fill(palette.fore, shades, `opacity=".25"`) +
    fill(tint.pane, panes) +
    fill(mix(tint.pane, palette.fore, 0.25), doors) +
    fill(palette.fore, awnings.under, `opacity=".45"`) +
    fill(clothColor(palette, "cream"), awnings.cream) +
    (awnings.first && fill(clothColor(palette, cloths[0]), awnings.first)) +
    (awnings.second && fill(clothColor(palette, cloths[1]), awnings.second))
  );
}
