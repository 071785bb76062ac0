import { expect, it, vi } from "vitest";
import { scheduledArticles } from "../src/resources/articles";

const NOW = Date.parse("2026-11-28T00:00:00Z");
/** 150 articles after `NOW`, of which each third is inactive, and one before. */
const ARTICLES = Array.from({ length: 151 }, (_, id) => ({
  id,
  title: `Article ${id}`,
  isActive: id % 3 !== 0,
  publicationDate: new Date(NOW + (150 - id) * 60_000).toISOString(),
}));

vi.mock("../src/api", () => ({
  session: {},
  karst: {
    GET: async (
      _: string,
      { params: { query } }: { params: { query: { limit: number; offset: number } } },
    ) => ({
      data: ARTICLES.slice(query.offset, query.offset + query.limit),
      response: new Response(null, { headers: { "X-Total-Count": String(ARTICLES.length) } }),
    }),
  },
}));

it("finds all scheduled articles on all pages, the next one first", async () => {
  const found = await scheduledArticles(NOW);
  expect(found).toHaveLength(100);
  expect(found[0]!.id).toBe(149);
  expect(found.at(-1)!.id).toBe(1);
});
