/**
 * The colours of the map's paper, light and dark. GL layers cannot read CSS variables, so the tokens' values
 * (look.md, "Foundations") stand here once more, with the tints that only the map needs.
 */
export type Theme = "light" | "dark";

export type Palette = Record<
  | "land"
  | "water"
  | "shallow"
  | "shore"
  | "bank"
  | "beyond"
  | "sheetEdge"
  | "grid"
  | "border"
  | "road"
  | "roadCasing"
  | "refFill"
  | "refEdge"
  | "refInk"
  | "ink"
  | "inkQuiet"
  | "halo"
  | "riverInk"
  | "parkInk"
  | "cluster"
  | "clusterInk"
  | "clusterRim"
  | "markerRim",
  string
>;

const light: Palette = {
  land: "#F7F4EC",
  water: "#B4D6D3",
  shallow: "#8FC1C0",
  shore: "#4F9296",
  bank: "#6FABAD",
  beyond: "#E7E1D2",
  sheetEdge: "#B9AE96",
  grid: "#1B2420",
  border: "#9A8F78",
  road: "#F0C98B",
  roadCasing: "#C79A5B",
  refFill: "#FFFDF7",
  refEdge: "#C79A5B",
  refInk: "#6B4A1B",
  ink: "#1B2420",
  inkQuiet: "#55635B",
  halo: "#F7F4EC",
  riverInk: "#0F5B62",
  parkInk: "#14532D",
  cluster: "#14532D",
  clusterInk: "#FFFFFF",
  clusterRim: "#FFFFFF",
  markerRim: "#FFFFFF",
};

const dark: Palette = {
  land: "#18221E",
  water: "#0C2D33",
  shallow: "#124149",
  shore: "#2F7078",
  bank: "#37838B",
  beyond: "#0B110E",
  sheetEdge: "#3A4A43",
  grid: "#EDF1EC",
  border: "#6E7C74",
  road: "#8B6B3A",
  roadCasing: "#0F1613",
  refFill: "#241F15",
  refEdge: "#7A5F35",
  refInk: "#F0CF97",
  ink: "#EDF1EC",
  inkQuiet: "#A3B1A9",
  halo: "#0F1613",
  riverInk: "#7CCBD2",
  parkInk: "#7FCFA2",
  cluster: "#5FBF8A",
  clusterInk: "#0B1A12",
  clusterRim: "#0F1613",
  markerRim: "#F7F4EC",
};

export const PALETTES: Record<Theme, Palette> = { light, dark };
