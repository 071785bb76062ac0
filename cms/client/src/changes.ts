import type { ApiClient } from "./client";
import { unwrap } from "./client";
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

/**
 * The changes of public records: first what there is, then each change as it happens. Never ends by itself.
 *
 * Store the `cursor` of a page together with what you made of its changes. Throws an [`ApiError`] with status 410 if
 * `since` is too old: begin again without it, and delete the records that are not listed.
 */
export async function* followChanges(
  client: ApiClient,
  { since, signal }: FollowOptions = {},
): AsyncGenerator<ChangeFeed, void> {
  let cursor = since;
  // At the beginning the reader waits for nothing: it wants to know what there is.
  let wait = 0;
  while (!signal?.aborted) {
    const query = { since: cursor, wait };
    const page = await unwrap(client.GET("/api/changes", { params: { query }, signal }));
    cursor = page.cursor;
    wait = page.hasMore ? 0 : WAIT_S;
    if (page.changes.length > 0) yield page;
  }
}
