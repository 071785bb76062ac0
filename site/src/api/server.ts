import { cache } from "react";
import type {
  ArticleResponse,
  CategoryResponse,
  EntryResponse,
  PlaceResponse,
  SettingsResponse,
  StandingPages,
} from "@karst/client";
import { fillPage } from "@/static-pages/fill";
import { parseArticleId } from "@/lib/paths";
import { BUILD_TIME_PAGES, BUILD_TIME_SETTINGS } from "./buildTimeContent";

/**
 * What pages read from the content API while they are rendered: one function for each question, kept by Next until
 * its tag is refreshed (`refresh/route.ts`).
 *
 * Building the site needs no API: pages made then are shells, which are never served. At run time a question that
 * cannot be answered throws, so that a page without its content is never kept as a good one.
 */

const isBuilding = process.env.NEXT_PHASE === "phase-production-build";

/** Longer than any answer takes; a renderer that waits for ever would hold up every page. */
const PATIENCE_MS = 10_000;

/** The region's own words and numbers. Every page carries the tag `settings`, because the layout asks this. */
export const getSettings = cache(async (): Promise<SettingsResponse> =>
  isBuilding ? BUILD_TIME_SETTINGS : json(await ask("/api/settings", ["settings"])),
);

/**
 * Active places with the named fields only, best first, at most 1,000 (decisions, section 3). `only` narrows them, in
 * the API's words: `premium=true&limit=24`. Asked twice within one page, the API is asked once.
 */
export const getPlaces = cache(
  async <Field extends keyof PlaceResponse>(
    fields: readonly Field[],
    only = "limit=1000",
  ): Promise<Pick<PlaceResponse, Field>[]> =>
    isBuilding ? [] : json(await ask(`/api/businesses?${only}&fields=${fields.join()}`, ["places"])),
);

/** Every active place with the named fields only, by id: as many responses of the API as that takes. */
export const getAllPlaces = <Field extends keyof PlaceResponse>(
  fields: readonly Field[],
): Promise<Pick<PlaceResponse, Field>[]> =>
  everyItem(`/api/businesses?sort=id&limit=1000&fields=${fields.join()}`, "places");

/** The items of the list at `path` and of the pages that its links name. */
async function everyItem<Item>(path: string, tag: string): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | undefined = isBuilding ? undefined : path;
  while (next) {
    const answer = await ask(next, [tag]);
    items.push(...(await json<Item[]>(answer)));
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return items;
}

/** How many active places there are. `only` narrows them, in the API's words: `verified=true`. */
export const getPlaceCount = cache(async (only = ""): Promise<number> =>
  isBuilding ? 0 : totalOf(await ask(`/api/businesses?limit=1&fields=id${only && `&${only}`}`, ["places"])),
);

/** One place by its slug (an old slug finds it too); null when there is none to show. */
export const getPlace = cache(async (slug: string): Promise<PlaceResponse | null> => {
  if (isBuilding) return null;
  const answer = await ask(`/api/businesses/${encodeURIComponent(slug)}`, [
    `place-slug:${slug}`,
    "place-pages",
  ]);
  return answer.status === 404 ? null : json(answer);
});

/** Every category with the number of its active places. */
export const getCategories = cache(async (): Promise<CategoryResponse[]> =>
  isBuilding ? [] : json(await ask("/api/categories", ["categories", "places"])),
);

/** A page that stands by itself, with the region's words filled in; null when it has not been written. */
export const getStandingPage = cache(
  async <Name extends keyof StandingPages>(name: Name): Promise<StandingPages[Name] | null> => {
    if (isBuilding) return BUILD_TIME_PAGES[name];
    const [region, answer] = await Promise.all([getSettings(), ask(`/api/pages/${name}`, ["standing-pages"])]);
    return answer.status === 404 ? null : fillPage(await json<StandingPages[Name]>(answer), region);
  },
);

/** The newest live articles with the named fields only, at most `limit` of the 100 that the API gives at once. */
export const getArticles = cache(
  async <Field extends keyof ArticleResponse>(
    fields: readonly Field[],
    limit: number,
  ): Promise<Pick<ArticleResponse, Field>[]> =>
    isBuilding ? [] : json(await ask(`/api/articles?limit=${limit}&fields=${fields.join()}`, ["articles"])),
);

/** Every live article with the named fields only, the newest first. */
export const getAllArticles = <Field extends keyof ArticleResponse>(
  fields: readonly Field[],
): Promise<Pick<ArticleResponse, Field>[]> =>
  everyItem(`/api/articles?limit=100&fields=${fields.join()}`, "articles");

/** One live article by its address, `7` or `7-which-cave`; null when there is none to show. */
export const getArticle = cache(async (address: string): Promise<ArticleResponse | null> => {
  const id = parseArticleId(address);
  if (isBuilding || id === null) return null;
  const answer = await ask(`/api/articles/${id}`, [`article:${id}`, "article-pages"]);
  return answer.status === 404 ? null : json(answer);
});

/** The newest entries of the guestbook that everybody sees, at most `limit`, and how many there are in all. */
export const getGuestbook = cache(
  async (limit: number): Promise<{ entries: EntryResponse[]; total: number }> => {
    if (isBuilding) return { entries: [], total: 0 };
    const answer = await ask(`/api/guestbook?limit=${limit}`, ["guestbook"]);
    return { entries: await json(answer), total: totalOf(answer) };
  },
);

/** The newest entries about a place, at most `limit`. */
export const getExperiences = cache(async (placeId: number, limit: number): Promise<EntryResponse[]> =>
  isBuilding
    ? []
    : json(await ask(`/api/businesses/${placeId}/guestbook?limit=${limit}`, [`place:${placeId}`])),
);

/** The file of one of the guide's own pictures. Its name says what is in it, so it is never stale. */
export async function getMediaFile(address: string): Promise<Buffer> {
  if (!address.startsWith("/media/")) throw new Error(`${address} is no picture of the guide's own`);
  const answer = await ask(address, []);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** How many things a list has in all, of which this answer may hold a part. */
function totalOf(answer: Response): number {
  const total = Number(answer.headers.get("x-total-count") ?? "none");
  if (!Number.isInteger(total)) throw new Error(`${new URL(answer.url).pathname} came without X-Total-Count`);
  return total;
}

/** An answer of the API, good or 404. Throws when there is none in time, or another status. */
async function ask(path: string, tags: string[]): Promise<Response> {
  const origin = process.env.CMS_ORIGIN;
  if (!origin) throw new Error("CMS_ORIGIN is not set: the site does not know where to read its content");
  const answer = await fetch(origin + path, {
    cache: "force-cache",
    next: { tags },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok && answer.status !== 404) throw new Error(`${path} answered ${answer.status}`);
  return answer;
}

async function json<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${new URL(answer.url).pathname} answered ${answer.status}`);
  return answer.json() as Promise<T>;
}
