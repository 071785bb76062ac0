/** The colors of the map: design tokens, because GL layers cannot read custom properties, and tints of the map alone. */
import tokens from "../../tokens.json";

export type Theme = "light" | "dark";

const light = {
  land: tokens.light["color-bg"],
  water: "#B4D6D3",
  shallow: "#8FC1C0",
  shore: "#4F9296",
  bank: "#6FABAD",
  outside: "#E7E1D2",
  coverageEdge: "#B9AE96",
  grid: tokens.light["color-text"],
  border: "#9A8F78",
  road: "#F0C98B",
  roadCasing: "#C79A5B",
  refFill: "#FFFDF7",
  refEdge: "#C79A5B",
  refText: "#6B4A1B",
  text: tokens.light["color-text"],
  textMuted: tokens.light["color-text-muted"],
  halo: tokens.light["color-bg"],
  riverText: "#0F5B62",
  parkText: tokens.light["color-primary"],
  cluster: tokens.light["color-primary"],
  clusterText: tokens.light["color-on-primary"],
  clusterOutline: tokens.light["color-surface"],
  markerOutline: tokens.light["color-surface"],
  alert: tokens.light["color-danger"],
  alertText: tokens.light["color-surface"],
  notice: tokens.light["color-accent"],
  noticeText: tokens.light["color-on-accent"],
};

export type Palette = typeof light;

const dark: Palette = {
  land: "#18221E",
  water: "#0C2D33",
  shallow: "#124149",
  shore: "#2F7078",
  bank: "#37838B",
  outside: "#0B110E",
  coverageEdge: "#3A4A43",
  grid: tokens.dark["color-text"],
  border: "#6E7C74",
  road: "#8B6B3A",
  roadCasing: tokens.dark["color-bg"],
  refFill: "#241F15",
  refEdge: "#7A5F35",
  refText: "#F0CF97",
  text: tokens.dark["color-text"],
  textMuted: tokens.dark["color-text-muted"],
  halo: tokens.dark["color-bg"],
  riverText: "#7CCBD2",
  parkText: tokens.dark["color-primary-hover"],
  cluster: tokens.dark["color-primary"],
  clusterText: tokens.dark["color-on-primary"],
  clusterOutline: tokens.dark["color-bg"],
  markerOutline: tokens.light["color-bg"],
  // As the outline of markers, the badges are those of the light map.
  alert: tokens.light["color-danger"],
  alertText: tokens.light["color-surface"],
  notice: tokens.light["color-accent"],
  noticeText: tokens.light["color-on-accent"],
};

export const PALETTES: Record<Theme, Palette> = { light, dark };
