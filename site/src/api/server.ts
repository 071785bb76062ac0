import { cache } from "react";
import type {
  AlertResponse,
  ArticleResponse,
  CategoryResponse,
  EntryResponse,
  PlaceResponse,
  StandingPages,
} from "@karst/client";
import { parseArticleId } from "@/lib/paths";
import { BUILD_TIME_PAGES, BUILD_TIME_SETTINGS } from "./buildTimeContent";
import { fillPlaceholders } from "@/static-pages/fill";

/**
 * Reads of the content API during rendering. Next caches each response until its tag is revalidated
 * (`refresh/route.ts`).
 *
 * The build has no API: its pages have placeholder content and are never served. At run time a failed read throws, so
 * that a page without its content is never cached.
 */

const isBuilding = process.env.NEXT_PHASE === "phase-production-build";

/** Longer than any response takes. Without a timeout, one hanging request would block every page. */
const TIMEOUT_MS = 10_000;

/** The settings of the guide. Every page has the tag `settings`, because the layout reads them. */
export const getSettings = cache(() => getJson("/api/settings", ["settings"], BUILD_TIME_SETTINGS));

/**
 * Active places with the named fields, best first, at most 1,000. `query` has further parameters of the API:
 * `premium=true&limit=24`. Repeated calls within one page make one request.
 */
export const getPlaces = cache(
  <Field extends keyof PlaceResponse>(fields: readonly Field[], query = "limit=1000") =>
    getJson<Pick<PlaceResponse, Field>[]>(`/api/businesses?${query}&fields=${fields.join()}`, ["places"], []),
);

/** All active places with the named fields, by id, from as many requests as needed. */
export const getAllPlaces = <Field extends keyof PlaceResponse>(
  fields: readonly Field[],
): Promise<Pick<PlaceResponse, Field>[]> =>
  fetchAllItems(`/api/businesses?sort=id&limit=1000&fields=${fields.join()}`, "places");

/** The items of the list at `path` and of the next pages that its `Link` headers name. */
async function fetchAllItems<Item>(path: string, tag: string): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | undefined = isBuilding ? undefined : path;
  while (next) {
    const response = await fetchApi(next, [tag]);
    items.push(...(await parseJson<Item[]>(response)));
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return items;
}

/** The number of active places. `query` has further parameters of the API: `verified=true`. */
export const getPlaceCount = cache(async (query = ""): Promise<number> =>
  isBuilding
    ? 0
    : totalCount(await fetchApi(`/api/businesses?limit=1&fields=id${query && `&${query}`}`, ["places"])),
);

/** The current alerts of the whole guide. Every page has the tag `guide-alerts`, because the layout reads them. */
export const getGuideAlerts = cache(() =>
  getJson<AlertResponse[]>("/api/alerts?scope=guide&state=current", ["guide-alerts"], []),
);

/** A place by its current or former slug, null if there is no public one. */
export const getPlace = cache(async (slug: string): Promise<PlaceResponse | null> => {
  if (isBuilding) return null;
  const response = await fetchApi(`/api/businesses/${encodeURIComponent(slug)}`, [
    `place-slug:${slug}`,
    "place-pages",
  ]);
  return response.status === 404 ? null : parseJson(response);
});

/** All categories with the number of their active places. */
export const getCategories = cache(() =>
  getJson<CategoryResponse[]>("/api/categories", ["categories", "places"], []),
);

/** A standing page with the settings filled in, null if it has not been written. */
export const getStandingPage = cache(
  async <Name extends keyof StandingPages>(name: Name): Promise<StandingPages[Name] | null> => {
    if (isBuilding) return BUILD_TIME_PAGES[name];
    const [region, response] = await Promise.all([
      getSettings(),
      fetchApi(`/api/pages/${name}`, ["standing-pages"]),
    ]);
    return response.status === 404
      ? null
      : fillPlaceholders(await parseJson<StandingPages[Name]>(response), region);
  },
);

/** The newest public articles with the named fields, at most `limit` (the API returns up to 100). */
export const getArticles = cache(
  <Field extends keyof ArticleResponse>(fields: readonly Field[], limit: number) =>
    getJson<Pick<ArticleResponse, Field>[]>(
      `/api/articles?limit=${limit}&fields=${fields.join()}`,
      ["articles"],
      [],
    ),
);

/** All public articles with the named fields, newest first. */
export const getAllArticles = <Field extends keyof ArticleResponse>(
  fields: readonly Field[],
): Promise<Pick<ArticleResponse, Field>[]> =>
  fetchAllItems(`/api/articles?limit=100&fields=${fields.join()}`, "articles");

/** A public article by the last segment of its path, `7` or `7-which-cave`, null if there is none. */
export const getArticle = cache(async (segment: string): Promise<ArticleResponse | null> => {
  const id = parseArticleId(segment);
  if (isBuilding || id === null) return null;
  const response = await fetchApi(`/api/articles/${id}`, [`article:${id}`, "article-pages"]);
  return response.status === 404 ? null : parseJson(response);
});

/** The newest public guestbook entries, at most `limit`, and their total number. */
export const getGuestbook = cache(
  async (limit: number): Promise<{ entries: EntryResponse[]; total: number }> => {
    if (isBuilding) return { entries: [], total: 0 };
    const response = await fetchApi(`/api/guestbook?limit=${limit}`, ["guestbook"]);
    return { entries: await parseJson(response), total: totalCount(response) };
  },
);

/** The newest public entries about a place, at most `limit`. */
export const getExperiences = cache((placeId: number, limit: number) =>
  getJson<EntryResponse[]>(`/api/businesses/${placeId}/guestbook?limit=${limit}`, [`place:${placeId}`], []),
);

/** The file of an image of the guide. Its name contains a content hash, so it is never stale. */
export async function getMediaFile(path: string): Promise<Buffer> {
  if (!path.startsWith("/media/")) throw new Error(`Not a media path: ${path}`);
  const response = await fetchApi(path, []);
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The total number of items of the list of which this response has one page. */
function totalCount(response: Response): number {
  const total = Number(response.headers.get("x-total-count") ?? "none");
  if (!Number.isInteger(total))
    throw new Error(`${new URL(response.url).pathname} returned no X-Total-Count`);
  return total;
}

/** A successful or 404 response of the API. Throws after a timeout and for other statuses. */
async function fetchApi(path: string, tags: string[]): Promise<Response> {
  const origin = process.env.CMS_ORIGIN;
  if (!origin) throw new Error("CMS_ORIGIN is not set");
  const response = await fetch(origin + path, {
    cache: "force-cache",
    next: { tags },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok && response.status !== 404) throw new Error(`${path} returned ${response.status}`);
  return response;
}

/** The JSON at `path`; `placeholder` at build time. */
async function getJson<T>(path: string, tags: string[], placeholder: T): Promise<T> {
  return isBuilding ? placeholder : parseJson(await fetchApi(path, tags));
}

async function parseJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${new URL(response.url).pathname} returned ${response.status}`);
  return response.json() as Promise<T>;
}
