/** Which illustration stands in for a missing image. The site draws them, at `/scenes/{kind}-{seed}.svg`. */
import { slugify } from "@karst/client/fold";

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

/** The topics of articles that are not categories of places. */
const KIND_BY_TOPIC: Record<string, SceneKind> = {
  beach: "water",
  city: "services",
  culture: "stay",
  food: "food",
  history: "road",
  nature: "forest",
  river: "water",
};

/** Keeps the seeds apart from those of places, so that no article has the illustration of a place with the same id. */
const ARTICLE_SEED_OFFSET = 40_000;

/** The illustration of a category; the default is karst, also for attractions. */
export function kindOf(categorySlug: string | null | undefined): SceneKind {
  return (
    (categorySlug && Object.hasOwn(KIND_BY_CATEGORY, categorySlug) && KIND_BY_CATEGORY[categorySlug]) ||
    "karst"
  );
}

/** The same seed gives the same illustration. */
export function illustrationPath(kind: SceneKind, seed: number): string {
  return `/scenes/${kind}-${seed}.svg`;
}

/** The illustration of a place, by its main category. */
export function placeIllustration(id: number, mainCategory: string | null | undefined): string {
  return illustrationPath(kindOf(mainCategory), id);
}

/** The illustration of an article, by the first of its tags that has one. */
export function articleIllustration(id: number, tags: readonly string[]): string {
  const kinds = tags
    .map(slugify)
    .map((tag) => (Object.hasOwn(KIND_BY_TOPIC, tag) && KIND_BY_TOPIC[tag]) || kindOf(tag));
  return illustrationPath(kinds.find((kind) => kind !== "karst") ?? "karst", ARTICLE_SEED_OFFSET + id);
}
