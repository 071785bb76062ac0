import { cache } from "react";
import type { CategoryView, PlaceView, SettingsView } from "@karst/client";
import { SHELL_SETTINGS } from "./shell";

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
export const settings = cache(async (): Promise<SettingsView> =>
  isBuilding ? SHELL_SETTINGS : json(await ask("/api/settings", ["settings"])),
);

/**
 * Active places with the named fields only, best first, at most 1,000 (decisions, section 3). `only` narrows them, in
 * the API's words: `premium=true&limit=24`. Asked twice within one page, the API is asked once.
 */
export const placesWith = cache(
  async <Field extends keyof PlaceView>(
    fields: readonly Field[],
    only = "limit=1000",
  ): Promise<Pick<PlaceView, Field>[]> =>
    isBuilding ? [] : json(await ask(`/api/businesses?${only}&fields=${fields.join()}`, ["places"])),
);

/** How many active places are verified. */
export const verifiedCount = cache(async (): Promise<number> => {
  if (isBuilding) return 0;
  const answer = await ask("/api/businesses?verified=true&limit=1&fields=id", ["places"]);
  const total = Number(answer.headers.get("x-total-count") ?? "none");
  if (!Number.isInteger(total)) throw new Error("The list of verified places came without X-Total-Count");
  return total;
});

/** One place by its slug (an old slug finds it too); null when there is none to show. */
export const placeBySlug = cache(async (slug: string): Promise<PlaceView | null> => {
  if (isBuilding) return null;
  const answer = await ask(`/api/businesses/${encodeURIComponent(slug)}`, [
    `place-slug:${slug}`,
    "place-pages",
  ]);
  return answer.status === 404 ? null : json(answer);
});

/** Every category with the number of its active places. */
export const categories = cache(async (): Promise<CategoryView[]> =>
  isBuilding ? [] : json(await ask("/api/categories", ["categories", "places"])),
);

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
