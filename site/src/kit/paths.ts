import { slugify } from "./fold";

/** Addresses inside the site, so that no component glues them together. */

/** A place's own page, which opens as a dialog when followed from another page. */
export function placePath(slug: string): string {
  return `/places/${encodeURIComponent(slug)}`;
}

/** What Explore's address can say: a category (slug, alias or id as typed) and tags. */
export type ExploreQuery = { category: string | null; tags: string[] };

export const EVERYTHING: ExploreQuery = { category: null, tags: [] };

/** Explore with a filter; `/explore` alone when nothing is chosen. Tags are a comma list (specification, section 2). */
export function explorePath({ category, tags }: ExploreQuery): string {
  const parts = [
    category && `category=${encodeURIComponent(category)}`,
    tags.length > 0 && `tags=${tags.map(encodeURIComponent).join(",")}`,
  ].filter(Boolean);
  return parts.length > 0 ? `/explore?${parts.join("&")}` : "/explore";
}

/** What a query string asks of Explore. Blank values count as nothing chosen. */
export function readExploreQuery(params: Pick<URLSearchParams, "get">): ExploreQuery {
  const tags = (params.get("tags") ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return { category: params.get("category")?.trim() || null, tags: [...new Set(tags)] };
}

/** Whether a link of the navigation leads to where the visitor is: Home only exactly, others by prefix. */
export function isActivePath(href: string, pathname: string): boolean {
  return href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
}

/** The drawn picture of a kind, varied by a seed: the same seed gives the same picture. */
export function scenePath(kind: string, seed: number): string {
  return `/scenes/${kind}-${seed}.svg`;
}

/** The id of Home's section about the guide, `what-is-{product}`. */
export function whatIsId(brand: string): string {
  return `what-is-${slugify(brand)}`;
}

/** The server's own sign-in page, which returns to `path` afterwards. */
export function loginPath(path: string): string {
  return `/login?return=${encodeURIComponent(path)}`;
}
