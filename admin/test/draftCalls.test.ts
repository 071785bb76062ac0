import type { Draft } from "@karst/client";
import { beforeEach, expect, it, vi } from "vitest";
import { articles } from "../src/resources/articles";
import { businesses } from "../src/resources/businesses";
import { allDrafts } from "../src/resources/drafts";
import { aDraft } from "./things";

interface Query {
  kind?: string;
  limit: number;
  offset: number;
}
const api = vi.hoisted(() => ({ drafts: [] as Draft[], seen: [] as [path: string, query: object][] }));

vi.mock("../src/api", () => ({
  session: {},
  karst: {
    GET: async (path: string, { params: { query } }: { params: { query: Query } }) => {
      api.seen.push([path, query]);
      const drafts = api.drafts.filter(({ kind }) => !query.kind || kind === query.kind);
      const all = path === "/api/drafts" ? drafts : [];
      return {
        data: all.slice(query.offset, query.offset + query.limit),
        response: new Response(null, { headers: { "X-Total-Count": String(all.length) } }),
      };
    },
  },
}));

const PAGE = { limit: 25, offset: 0 };

beforeEach(() => {
  api.seen = [];
});

it("all pages of drafts are read", async () => {
  api.drafts = Array.from({ length: 101 }, (_, id) => aDraft({ recordId: String(id) }));
  expect(await allDrafts()).toEqual(api.drafts);
  expect(api.seen).toHaveLength(2);
});

it("a list with drafts only asks for their records by id", async () => {
  api.drafts = [aDraft(), aDraft({ recordId: "9" }), aDraft({ kind: "article", recordId: "3" })];
  await businesses.list({ ...PAGE, filter: { draft: true, active: true } });
  expect(api.seen[1]).toEqual(["/api/businesses", { ...PAGE, ids: "7,9", active: true, showAll: true }]);
  await articles.list({ ...PAGE, filter: { draft: true } });
  expect(api.seen[3]).toEqual(["/api/articles", { ...PAGE, ids: "3", showAll: true }]);
});

it("a list with drafts only is empty without drafts", async () => {
  api.drafts = [];
  expect(await businesses.list({ ...PAGE, filter: { draft: true } })).toEqual({ data: [], total: 0 });
  expect(await articles.list({ ...PAGE, filter: { draft: true } })).toEqual({ data: [], total: 0 });
  expect(api.seen.map(([path]) => path)).toEqual(["/api/drafts", "/api/drafts"]);
});
