/** How the site draws the marker of a category: the icons and the default color. */

/** The icons that have a drawing; a category with another icon has a pin. */
export const MARKER_ICONS = [
  "banknote",
  "bed",
  "beer",
  "bike",
  "bus",
  "camera",
  "cave",
  "church",
  "coffee",
  "cross",
  "droplets",
  "dumbbell",
  "flower",
  "fuel",
  "info",
  "landmark",
  "map-pin",
  "map-pinned",
  "mountain",
  "pill",
  "plane",
  "ship",
  "shopping-cart",
  "smartphone",
  "smartphone-nfc",
  "soup",
  "store",
  "tent",
  "train-front",
  "trees",
  "utensils",
  "waves",
  "wind",
  "wrench",
] as const;

/** The marker of a category without a color (R55). Its contrast to a white icon is 4.8:1. */
export const DEFAULT_MARKER_COLOR = "#6B7280";
