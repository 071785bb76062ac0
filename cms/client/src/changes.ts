import type { ApiClient } from "./client";
import { unwrap } from "./client";
import { ApiError } from "./problem";
import type { components } from "./schema.gen";

export type ChangeFeed = components["schemas"]["ChangeFeed"];
export type PublicChange = components["schemas"]["PublicChange"];

export interface FollowOptions {
  /** The cursor after which to continue; without one, every public record comes first. */
  since?: string;
  /** Ends the iteration. */
  signal?: AbortSignal;
}

/** How long the server waits for a change, in seconds. */
const WAIT_S = 20;
/** The pauses before the next tries after a failed request. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/**
 * The changes of public records: first what there is, then each change as it happens. Ends only with the signal; while the
 * server is unreachable or busy, it tries again.
 *
 * Store the `cursor` of a page together with what you made of its changes. `hasMore` is false on the page after which the
 * copy is complete. Throws an [`ApiError`] with status 410 if `since` may have missed a deletion: begin again without it, and
 * delete the records that are not listed.
 */
export async function* followChanges(
  client: ApiClient,
  { since, signal }: FollowOptions = {},
): AsyncGenerator<ChangeFeed, void> {
  let cursor = since;
  // At the beginning the reader waits for nothing: it wants to know what there is.
  let wait = 0;
  let hadMore = true;
  let retry = FIRST_RETRY_MS;
  while (!signal?.aborted) {
    let page: ChangeFeed;
    try {
      const query = { since: cursor, wait };
      page = await unwrap(client.GET("/api/changes", { params: { query }, signal }));
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTemporary(error)) throw error;
      await pause(retry, signal);
      retry = Math.min(retry * 2, LAST_RETRY_MS);
      continue;
    }
    retry = FIRST_RETRY_MS;
    cursor = page.cursor;
    wait = page.hasMore ? 0 : WAIT_S;
    if (page.changes.length > 0 || hadMore !== page.hasMore) yield page;
    hadMore = page.hasMore;
  }
}

/** Whether the same request may succeed later: the network failed, or the server is stopping, starting or busy. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 429 || error.status >= 500 : error instanceof TypeError;

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
