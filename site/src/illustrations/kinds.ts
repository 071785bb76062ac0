/** What the pictures show, and which one a category gets. */

/** The markup of one scene: gradients for `<defs>` and the drawing, in an 800 by 600 picture. */
export type Drawing = { defs: string; markup: string };

export type SceneKind =
  "cave" | "stay" | "food" | "streetFood" | "water" | "forest" | "road" | "services" | "karst";

const KIND_OF: Record<string, SceneKind> = {
  accommodation: "stay",
  cave: "cave",
  "food-drink": "food",
  "street-food": "streetFood",
  waterfall: "water",
  surf: "water",
  kiting: "water",
  recreation: "forest",
  adventure: "forest",
  "things-to-do": "forest",
  transport: "road",
  atm: "services",
  medical: "services",
  market: "services",
  supermarket: "services",
  mechanic: "services",
  "phone-repair": "services",
  gym: "services",
  massage: "services",
  pharmacy: "services",
  "mobile-phone": "services",
};

/** The picture for a place whose main category has this slug; the karst for attractions, new categories and none. */
export function kindOf(categorySlug: string | null | undefined): SceneKind {
  return (categorySlug && Object.hasOwn(KIND_OF, categorySlug) && KIND_OF[categorySlug]) || "karst";
}
