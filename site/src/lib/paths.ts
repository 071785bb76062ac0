import { slugify } from "@karst/client/fold";
import type { Bounds } from "./geo";

/** Addresses inside the site, so that no component glues them together. */

/** Text as part of an address. Halves of characters, for which there is no code, become U+FFFD. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));

/** A place's own page, which opens as a dialog when followed from another page. */
export function placePath(slug: string): string {
  return `/places/${encoded(slug)}`;
}

/** The order of a list, as the API names it. */
export type Sort = "best" | "distance" | "name";

/**
 * What Explore's address can say: a category (slug, alias or id as typed), tags, words to search for, a part of the
 * map, whether only what is open or verified is wanted, the order, and whether a phone shows the map instead of the
 * list. Where the traveller is stands in no address.
 */
export type ExploreQuery = {
  category: string | null;
  tags: string[];
  words: string;
  area: Bounds | null;
  isOpen: boolean;
  isVerified: boolean;
  sort: Sort;
  view: "list" | "map";
};

export const EVERYTHING: ExploreQuery = {
  category: null,
  tags: [],
  words: "",
  area: null,
  isOpen: false,
  isVerified: false,
  sort: "best",
  view: "list",
};

/** Explore, narrowed; `/explore` alone when nothing is chosen. Tags are a comma list (specification, section 2). */
export function explorePath(query: Partial<ExploreQuery>): string {
  const { category, tags, words, area, isOpen, isVerified, sort, view } = { ...EVERYTHING, ...query };
  const parts = [
    category && `category=${encoded(category)}`,
    tags.length > 0 && `tags=${tags.map(encoded).join(",")}`,
    words.trim() && `q=${encoded(words.trim())}`,
    area && `area=${area.join()}`,
    isOpen && "open=now",
    isVerified && "verified=true",
    sort !== "best" && `sort=${sort}`,
    view === "map" && "view=map",
  ].filter(Boolean);
  return parts.length > 0 ? `/explore?${parts.join("&")}` : "/explore";
}

const SORTS: readonly Sort[] = ["best", "distance", "name"];

/** What a query string asks of Explore. Blank values count as nothing chosen. */
export function readExploreQuery(params: Pick<URLSearchParams, "get">): ExploreQuery {
  const tags = (params.get("tags") ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return {
    category: params.get("category")?.trim() || null,
    tags: [...new Set(tags)],
    words: params.get("q")?.trim() ?? "",
    area: readArea(params.get("area") ?? ""),
    isOpen: params.get("open") === "now",
    isVerified: params.get("verified") === "true",
    sort: SORTS.find((sort) => sort === params.get("sort")) ?? "best",
    view: params.get("view") === "map" ? "map" : "list",
  };
}

/** The area that `105.9,17.3,106.4,17.8` names; null for anything else. */
function readArea(text: string): Bounds | null {
  const sides = text.split(",").map((side) => (/^-?\d{1,3}(\.\d{1,9})?$/.test(side) ? Number(side) : NaN));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = sides;
  const isOnEarth =
    Math.abs(west) <= 180 &&
    Math.abs(east) <= 180 &&
    west !== east &&
    south >= -90 &&
    south < north &&
    north <= 90;
  return sides.length === 4 && isOnEarth ? [west, south, east, north] : null;
}

/** An article's own page: the number finds it, the words are for people. */
export function articlePath({ id, slug }: { id: number; slug: string }): string {
  return `/inspiration/${id}-${encoded(slug)}`;
}

/** The number in the last part of an article's address, `7` or `7-which-cave`; null where there is none. */
export function articleIdIn(address: string): number | null {
  const [, digits] = /^([1-9]\d{0,14})(?:-|$)/.exec(address) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The articles about a topic; `/inspiration` alone for all of them. */
export function topicPath(topic: string | null): string {
  return topic === null ? "/inspiration" : `/inspiration?topic=${encoded(topic)}`;
}

/** The topic that a query string asks for. A blank one counts as none. */
export function readTopic(params: Pick<URLSearchParams, "get">): string | null {
  return params.get("topic")?.trim() || null;
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
  return `/login?return=${encoded(path)}`;
}
