import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followChanges, type ChangeFeed } from "../src/changes";
import { ApiError, createApiClient } from "../src/index";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const page = (id: string | null, cursor: string, hasMore = false) =>
  Response.json({
    changes: id ? [{ kind: "place", id, slug: `place-${id}`, change: "upsert", at: "" }] : [],
    cursor,
    hasMore,
  });

/** Answers with each of these in turn, and then never. Returns the queries that were sent. */
function answering(answers: (Response | Error)[]): string[] {
  const queries: string[] = [];
  vi.stubGlobal("fetch", ({ url, signal }: Request) => {
    queries.push(new URL(url).search);
    const answer = answers.shift();
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer) return Promise.resolve(answer);
    return new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
    );
  });
  return queries;
}

/** Follows the feed until the page with this cursor. */
async function follow(last: string, ended = new AbortController()): Promise<ChangeFeed[]> {
  const seen: ChangeFeed[] = [];
  const client = createApiClient({ origin: "http://guide.test" });
  for await (const found of followChanges(client, { since: "z", signal: ended.signal })) {
    seen.push(found);
    if (found.cursor === last) ended.abort();
  }
  return seen;
}

// R480
it("changes are read page by page, then waited for, until the signal ends it", async () => {
  const queries = answering([page("1", "a", true), page("2", "b"), page(null, "b"), page("3", "c")]);
  const seen = await follow("c");
  expect(seen.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual(["1", "2", "3"]);
  expect(queries).toEqual(["?since=z&wait=0", "?since=a&wait=0", "?since=b&wait=20", "?since=b&wait=20"]);
});

// R480
it("an empty last page is yielded, so that the reader knows that its copy is complete", async () => {
  answering([page("1", "a", true), page(null, "a2")]);
  expect((await follow("a2")).map(({ hasMore }) => hasMore)).toEqual([true, false]);
});

// R480
it("a signal during the wait ends the iteration without an error", async () => {
  answering([page("1", "a")]);
  const ended = new AbortController();
  const following = follow("never", ended);
  await vi.advanceTimersByTimeAsync(100);
  ended.abort();
  expect(await following).toHaveLength(1);
});

// R480
it("a restart of the server is waited for", async () => {
  const busy = () => Response.json({ status: 503 }, { status: 503 });
  const queries = answering([page("1", "a"), new TypeError("fetch failed"), busy(), page("2", "b")]);
  const following = follow("b");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await following).toHaveLength(2);
  expect(queries.slice(1)).toEqual(Array(3).fill("?since=a&wait=20"));
});

// R481
it("a cursor that may have missed a deletion is an error", async () => {
  answering([Response.json({ status: 410 }, { status: 410 })]);
  await expect(follow("never")).rejects.toThrow(ApiError);
});
