import { afterEach, expect, it, vi } from "vitest";
import { followChanges } from "../src/changes";
import { createApiClient } from "../src/index";

afterEach(() => vi.unstubAllGlobals());

const change = (id: string) => ({ kind: "place", id, slug: `place-${id}`, change: "upsert", at: "" });

// R480
it("changes are read page by page, then waited for, until the signal ends it", async () => {
  const pages = [
    { changes: [change("1")], cursor: "a", hasMore: true },
    { changes: [change("2")], cursor: "b", hasMore: false },
    { changes: [], cursor: "b", hasMore: false },
    { changes: [change("3")], cursor: "c", hasMore: false },
  ];
  const queries: string[] = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    queries.push(new URL(url).search);
    return Response.json(pages.shift());
  });
  const ended = new AbortController();
  const seen: string[] = [];
  for await (const { changes, cursor } of followChanges(createApiClient({ origin: "http://guide.test" }), {
    since: "z",
    signal: ended.signal,
  })) {
    seen.push(...changes.map(({ id }) => id));
    if (cursor === "c") ended.abort();
  }
  expect(seen).toEqual(["1", "2", "3"]);
  expect(queries).toEqual([
    "?since=z&wait=0",
    "?since=a&wait=0",
    "?since=b&wait=20",
    "?since=b&wait=20",
  ]);
});
