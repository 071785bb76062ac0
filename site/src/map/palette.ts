/**
 * The colors of the map, light and dark. GL layers cannot read CSS variables, so the values of tokens.css are repeated
 * here, with the tints that only the map needs.
 */
export type Theme = "light" | "dark";

export type Palette = Record<
  | "land"
  | "water"
  | "shallow"
  | "shore"
  | "bank"
  | "outside"
  | "coverageEdge"
  | "grid"
  | "border"
  | "road"
  | "roadCasing"
  | "refFill"
  | "refEdge"
  | "refText"
  | "text"
  | "textMuted"
  | "halo"
  | "riverText"
  | "parkText"
  | "cluster"
  | "clusterText"
  | "clusterOutline"
  | "markerOutline",
  string
>;

const light: Palette = {
  land: "#F7F4EC",
  water: "#B4D6D3",
  shallow: "#8FC1C0",
  shore: "#4F9296",
  bank: "#6FABAD",
  outside: "#E7E1D2",
  coverageEdge: "#B9AE96",
  grid: "#1B2420",
  border: "#9A8F78",
  road: "#F0C98B",
  roadCasing: "#C79A5B",
  refFill: "#FFFDF7",
  refEdge: "#C79A5B",
  refText: "#6B4A1B",
  text: "#1B2420",
  textMuted: "#55635B",
  halo: "#F7F4EC",
  riverText: "#0F5B62",
  parkText: "#14532D",
  cluster: "#14532D",
  clusterText: "#FFFFFF",
  clusterOutline: "#FFFFFF",
  markerOutline: "#FFFFFF",
};

const dark: Palette = {
  land: "#18221E",
  water: "#0C2D33",
  shallow: "#124149",
  shore: "#2F7078",
  bank: "#37838B",
  outside: "#0B110E",
  coverageEdge: "#3A4A43",
  grid: "#EDF1EC",
  border: "#6E7C74",
  road: "#8B6B3A",
  roadCasing: "#0F1613",
  refFill: "#241F15",
  refEdge: "#7A5F35",
  refText: "#F0CF97",
  text: "#EDF1EC",
  textMuted: "#A3B1A9",
  halo: "#0F1613",
  riverText: "#7CCBD2",
  parkText: "#7FCFA2",
  cluster: "#5FBF8A",
  clusterText: "#0B1A12",
  clusterOutline: "#0F1613",
  markerOutline: "#F7F4EC",
};

export const PALETTES: Record<Theme, Palette> = { light, dark };
