/** The markup of a scene of 800 by 600: the content of `<defs>` and the drawing. */
export type Drawing = { defs: string; markup: string };

export type SceneKind =
  "cave" | "stay" | "food" | "streetFood" | "water" | "forest" | "road" | "services" | "karst";

const KIND_BY_CATEGORY: Record<string, SceneKind> = {
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

/** The illustration of a category; the default is karst, also for attractions. */
export function kindOf(categorySlug: string | null | undefined): SceneKind {
  return (
    (categorySlug && Object.hasOwn(KIND_BY_CATEGORY, categorySlug) && KIND_BY_CATEGORY[categorySlug]) ||
    "karst"
  );
}
