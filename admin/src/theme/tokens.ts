/**
 * The palette by role, light and dark: the roles and values of the site's tokens.
 * Components take the color of a role from the theme; no color is written anywhere else.
 */
export interface Tokens {
  paper: string;
  surface: string;
  ink: string;
  quiet: string;
  jungle: string;
  /** Jungle under the pointer. */
  jungleNear: string;
  onJungle: string;
  river: string;
  lantern: string;
  lanternFill: string;
  clay: string;
  /** Clay under the pointer. */
  clayNear: string;
  line: string;
  /** A breath of jungle: what is on, chosen or alive. */
  tint: string;
  shadow: string;
}

export const light: Tokens = {
  paper: "#F7F4EC",
  surface: "#FFFFFF",
  ink: "#1B2420",
  quiet: "#55635B",
  jungle: "#14532D",
  jungleNear: "#0F4023",
  onJungle: "#FFFFFF",
  river: "#0F6B72",
  lantern: "#B45309",
  lanternFill: "#F2B134",
  clay: "#B3261E",
  clayNear: "#8F1D17",
  line: "#E3DED1",
  tint: "#E4ECE2",
  shadow: "0 12px 32px rgb(27 36 32 / 0.14)",
};

export const dark: Tokens = {
  paper: "#0F1613",
  surface: "#17211D",
  ink: "#EDF1EC",
  quiet: "#A3B1A9",
  jungle: "#5FBF8A",
  jungleNear: "#7CCFA0",
  onJungle: "#0F1613",
  river: "#62C6CF",
  lantern: "#F2B134",
  lanternFill: "#F2B134",
  clay: "#F2877F",
  clayNear: "#F6A8A2",
  line: "#2A3731",
  tint: "#20382B",
  shadow: "0 12px 32px rgb(0 0 0 / 0.5)",
};
