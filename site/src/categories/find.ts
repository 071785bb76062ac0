import type { CategoryResponse } from "@karst/client";

/** The fields of a category that filters need. */
export const CATEGORY_FIELDS = ["id", "slug", "name", "color", "icon", "aliases", "placeCount"] as const;
export type Category = Pick<CategoryResponse, (typeof CATEGORY_FIELDS)[number]>;

/**
 * The category that a URL names by slug, numeric id or alias (`attraction`, `caves`); null if there is none (R413).
 */
export function findCategory<C extends Category>(categories: readonly C[], name: string): C | null {
  const normalized = name.trim().toLowerCase();
  return (
    categories.find(({ slug }) => slug === normalized) ??
    categories.find(({ id }) => String(id) === normalized) ??
    categories.find(({ aliases }) => aliases.some((alias) => alias.toLowerCase() === normalized)) ??
    null
  );
}
