import type { CategoryResponse } from "@karst/client";

/** What a filter needs of a category. */
export type Category = Pick<
  CategoryResponse,
  "id" | "slug" | "name" | "color" | "icon" | "aliases" | "placeCount"
>;

/**
 * The category that an address names: by slug, by numeric id, or by one of its other names (`attraction`, `caves`).
 * Null when there is none. Source: specification, section 2; decisions, section 3.
 */
export function findCategory<C extends Category>(categories: readonly C[], named: string): C | null {
  const name = named.trim().toLowerCase();
  return (
    categories.find(({ slug }) => slug === name) ??
    categories.find(({ id }) => String(id) === name) ??
    categories.find(({ aliases }) => aliases.some((alias) => alias.toLowerCase() === name)) ??
    null
  );
}
