/** The colors of scenes for each time of day. */
export type TimeOfDay = "dawn" | "day" | "dusk" | "night";

/** Colors as `#rrggbb`. */
export type ScenePalette = {
  time: TimeOfDay;
  /** From the zenith to the horizon. */
  sky: readonly [string, string, string];
  /** The sun or moon, and the light around it. */
  sun: string;
  halo: string;
  cloud: string;
  /** Limestone from far to near, its lit cliffs, and the mist below them. */
  far: string;
  mid: string;
  near: string;
  lit: string;
  haze: string;
  /** The river at the horizon and near, and its glints. */
  water: readonly [string, string];
  glint: string;
  /** The bank, the plants in the foreground, and the darkest color. */
  land: string;
  leaf: string;
  fore: string;
  /** Walls and wood in the ambient light. */
  wall: string;
  wood: string;
  /** Light from a lamp or a window. */
  lamp: string;
};

const LAMP = "#f2b134";

/** Two palettes for each time of day. */
export const SCENE_PALETTES: Record<TimeOfDay, readonly [ScenePalette, ScenePalette]> = {
  dawn: [
    {
      time: "dawn",
      sky: ["#5d9a9c", "#efc7a2", "#fdebc8"],
      sun: "#fff7e0",
      halo: "#ffe2a8",
      cloud: "#fdeed3",
      far: "#a9bfb0",
      mid: "#6a968a",
      near: "#2b6153",
      lit: "#e9c79b",
      haze: "#fae0bd",
      water: ["#f6dab2", "#3f8584"],
      glint: "#fff1d4",
      land: "#2f6845",
      leaf: "#1c4f38",
      fore: "#10291f",
      wall: "#e2bf95",
      wood: "#6b4a35",
      lamp: LAMP,
    },
    {
      time: "dawn",
      sky: ["#3a6a80", "#c79a9c", "#f8d0a6"],
      sun: "#fff1d8",
      halo: "#fbc999",
      cloud: "#f3cdb4",
      far: "#a08f9f",
      mid: "#64707f",
      near: "#294a54",
      lit: "#e0a68c",
      haze: "#efc3a8",
      water: ["#efc0a0", "#2f5d6c"],
      glint: "#fde3c8",
      land: "#2b5549",
      leaf: "#1a4240",
      fore: "#10242a",
      wall: "#d9ab8e",
      wood: "#5f4138",
      lamp: LAMP,
    },
  ],
  day: [
    {
      time: "day",
      sky: ["#3a9aa3", "#93cdc6", "#eaf2de"],
      sun: "#fffbe8",
      halo: "#f7f4d8",
      cloud: "#f7f8ec",
      far: "#98c4b8",
      mid: "#569a83",
      near: "#1f6d4a",
      lit: "#e8dfc4",
      haze: "#e2f0e2",
      water: ["#bfe0d6", "#0f6b72"],
      glint: "#f1f8ea",
      land: "#3c8a4c",
      leaf: "#1d6238",
      fore: "#0e3d25",
      wall: "#f0e4c6",
      wood: "#86603d",
      lamp: LAMP,
    },
    {
      time: "day",
      sky: ["#e3d2a0", "#f1e4c2", "#f9f3e0"],
      sun: LAMP,
      halo: "#f8dc97",
      cloud: "#fffaf0",
      far: "#b3c7ad",
      mid: "#679d82",
      near: "#1b5e3d",
      lit: "#f0d9a8",
      haze: "#f4ebcf",
      water: ["#d3dfc6", "#14747a"],
      glint: "#fbf5e2",
      land: "#4c8848",
      leaf: "#14532d",
      fore: "#0d3a22",
      wall: "#f5e7c8",
      wood: "#8a5f36",
      lamp: LAMP,
    },
  ],
  dusk: [
    {
      time: "dusk",
      sky: ["#154753", "#b4695a", "#f8b95c"],
      sun: "#ffe7a6",
      halo: "#f9b04e",
      cloud: "#e58e5c",
      far: "#a5665a",
      mid: "#5f5152",
      near: "#203b3d",
      lit: "#d98450",
      haze: "#ee9f5b",
      water: ["#f2ac5c", "#1b4148"],
      glint: "#ffd88a",
      land: "#20443a",
      leaf: "#143530",
      fore: "#0b1c1b",
      wall: "#b06f4d",
      wood: "#4b3029",
      lamp: "#ffc44d",
    },
    {
      time: "dusk",
      sky: ["#1c3350", "#8f4a63", "#f29a68"],
      sun: "#ffd9ae",
      halo: "#ee8463",
      cloud: "#c26a6c",
      far: "#7d4e68",
      mid: "#473c57",
      near: "#1c2c42",
      lit: "#c76e66",
      haze: "#d87b6c",
      water: ["#e08d68", "#1d3048"],
      glint: "#ffc3a0",
      land: "#1d3a44",
      leaf: "#132d38",
      fore: "#0a1720",
      wall: "#99585a",
      wood: "#3f2a34",
      lamp: "#ffc44d",
    },
  ],
  night: [
    {
      time: "night",
      sky: ["#061a22", "#0f3d48", "#3a7c7b"],
      sun: "#f7f4ec",
      halo: "#5fa59f",
      cloud: "#2a6266",
      far: "#2f686a",
      mid: "#194850",
      near: "#0c2b31",
      lit: "#4d8d89",
      haze: "#40847f",
      water: ["#3c807d", "#082029"],
      glint: "#a9d6c9",
      land: "#0f3835",
      leaf: "#0a2a2a",
      fore: "#051213",
      wall: "#35605f",
      wood: "#152a2a",
      lamp: LAMP,
    },
    {
      time: "night",
      sky: ["#0a1430", "#1d3860", "#5b7f93"],
      sun: "#fdf3d6",
      halo: "#7f9cae",
      cloud: "#3c5a7c",
      far: "#3d5f7e",
      mid: "#223f62",
      near: "#11233f",
      lit: "#6284a0",
      haze: "#56788f",
      water: ["#587c90", "#0c1b36"],
      glint: "#c6d8df",
      land: "#14324a",
      leaf: "#0d243a",
      fore: "#060f1e",
      wall: "#455f7c",
      wood: "#17243a",
      lamp: LAMP,
    },
  ],
};

/** Interpolates between two colors; `share` is from 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const channel = (color: string, at: number) => parseInt(color.slice(at, at + 2), 16);
  return (
    "#" +
    [1, 3, 5]
      .map((at) =>
        Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}
