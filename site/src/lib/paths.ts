import { slugify } from "@karst/client/fold";
import type { Bounds } from "./geo";
import { MONTHS } from "./months";

/** Builds and parses the paths of the site. */

/** Encodes text for a URL. Lone surrogates, which cannot be encoded, become U+FFFD. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));

/** The page of a place, which opens in a dialog from another page. */
export function placePath(slug: string): string {
  return `/places/${encode(slug)}`;
}

/** The `sort` parameter of the API. */
export type Sort = "best" | "distance" | "name";

/**
 * The query of Explore. `category` is a slug, alias or id; `view` is what a phone shows. The position of the traveler is
 * never in the URL.
 */
export type ExploreQuery = {
  category: string | null;
  tags: string[];
  search: string;
  area: Bounds | null;
  isOpen: boolean;
  isVerified: boolean;
  /** The month in which the places are good to visit, 1 to 12. */
  goodIn: number | null;
  sort: Sort;
  view: "list" | "map";
};

export const DEFAULT_EXPLORE_QUERY: ExploreQuery = {
  category: null,
  tags: [],
  search: "",
  area: null,
  isOpen: false,
  isVerified: false,
  goodIn: null,
  sort: "best",
  view: "list",
};

/** The path of Explore with a query, `/explore` without filters. Tags are separated by commas. */
export function explorePath(query: Partial<ExploreQuery>): string {
  const { category, tags, search, area, isOpen, isVerified, goodIn, sort, view } = {
    ...DEFAULT_EXPLORE_QUERY,
    ...query,
  };
  const params = [
    category && `category=${encode(category)}`,
    tags.length > 0 && `tags=${tags.map(encode).join(",")}`,
    search.trim() && `q=${encode(search.trim())}`,
    area && `area=${area.join()}`,
    isOpen && "open=now",
    isVerified && "verified=true",
    goodIn !== null && `goodIn=${goodIn}`,
    sort !== "best" && `sort=${sort}`,
    view === "map" && "view=map",
  ].filter(Boolean);
  return params.length > 0 ? `/explore?${params.join("&")}` : "/explore";
}

export const SORTS: readonly Sort[] = ["best", "distance", "name"];

/** Parses the query string of Explore. Blank and invalid values are ignored. */
export function parseExploreQuery(params: Pick<URLSearchParams, "get">): ExploreQuery {
  const tags = (params.get("tags") ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return {
    category: params.get("category")?.trim() || null,
    tags: [...new Set(tags)],
    search: params.get("q")?.trim() ?? "",
    area: parseArea(params.get("area") ?? ""),
    isOpen: params.get("open") === "now",
    isVerified: params.get("verified") === "true",
    goodIn: parseMonth(params.get("goodIn")),
    sort: SORTS.find((sort) => sort === params.get("sort")) ?? "best",
    view: params.get("view") === "map" ? "map" : "list",
  };
}

/** Parses the number of a month; null for anything else. */
function parseMonth(text: string | null): number | null {
  return MONTHS.find((month) => String(month) === text) ?? null;
}

/** Parses `105.9,17.3,106.4,17.8`; null for anything else. */
function parseArea(text: string): Bounds | null {
  const sides = text.split(",").map((side) => (/^-?\d{1,3}(\.\d{1,9})?$/.test(side) ? Number(side) : NaN));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = sides;
  const isValid =
    Math.abs(west) <= 180 &&
    Math.abs(east) <= 180 &&
    west !== east &&
    south >= -90 &&
    south < north &&
    north <= 90;
  return sides.length === 4 && isValid ? [west, south, east, north] : null;
}

/** The page of an article. Only the id identifies it; the slug is for people. */
export function articlePath({ id, slug }: { id: number; slug: string }): string {
  return `/inspiration/${id}-${encode(slug)}`;
}

/** The id in the last segment of an article's path, `7` or `7-which-cave`; null if there is none. */
export function parseArticleId(segment: string): number | null {
  const [, digits] = /^([1-9]\d{0,14})(?:-|$)/.exec(segment) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The list of articles about a topic, or of all articles. */
export function topicPath(topic: string | null): string {
  return topic === null ? "/inspiration" : `/inspiration?topic=${encode(topic)}`;
}

/** Parses the topic in a query string, null if it is blank or missing. */
export function parseTopic(params: Pick<URLSearchParams, "get">): string | null {
  return params.get("topic")?.trim() || null;
}

/** Whether a navigation link is current: Home by its exact path, others by their prefix (R10). */
export function isActivePath(href: string, pathname: string): boolean {
  return href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
}

/** The id of the section about the guide on Home, `what-is-{brand}`. */
export function aboutSectionId(brand: string): string {
  return `what-is-${slugify(brand)}`;
}

/** The server's sign-in page, which returns to `path` afterwards. */
export function loginPath(path: string): string {
  return `/login?return=${encode(path)}`;
}
