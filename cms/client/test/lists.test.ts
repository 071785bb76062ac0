import { afterEach, expect, it, vi } from "vitest";
import { ApiError, createApiClient } from "../src/index";
import { listAll } from "../src/lists";

afterEach(() => vi.unstubAllGlobals());

/** Answers each request with the next page: its records, and the query of the page after it. Returns the queries. */
function answering(pages: [number[], string?][]): string[] {
  const queries: string[] = [];
  vi.stubGlobal("fetch", ({ url }: Request) => {
    queries.push(new URL(url).search);
    const page = pages.shift();
    if (!page) return Promise.resolve(Response.json({ status: 503, detail: "Busy" }, { status: 503 }));
    const [ids, next] = page;
    const headers = next ? { link: `</api/businesses?${next}>; rel="next"` } : undefined;
    return Promise.resolve(
      Response.json(
        ids.map((id) => ({ id })),
        { headers },
      ),
    );
  });
  return queries;
}

async function listed(query: object): Promise<number[]> {
  const api = createApiClient({ origin: "http://guide.test" });
  const ids: number[] = [];
  const places = listAll((page) => api.GET("/api/businesses", { params: { query: { ...query, ...page } } }));
  for await (const { id } of places) ids.push(id!);
  return ids;
}

it("all pages of a list are read in order, by offset", async () => {
  const queries = answering([[[1, 2], "q=cave&limit=100&offset=100"], [[3]]]);
  expect(await listed({ q: "cave" })).toEqual([1, 2, 3]);
  expect(queries).toEqual(["?q=cave&limit=100", "?q=cave&limit=100&offset=100"]);
});

it("a list by id is read by cursor", async () => {
  const queries = answering([[[1], "sort=id&limit=100&cursor=a%3D"], [[2]]]);
  expect(await listed({ sort: "id" })).toEqual([1, 2]);
  expect(queries[1]).toBe("?sort=id&limit=100&cursor=a%3D");
});

it("an empty list has no records, and a failed page throws after those before it", async () => {
  answering([[[]]]);
  expect(await listed({})).toEqual([]);
  answering([[[1], "offset=100"]]);
  await expect(listed({})).rejects.toThrow(ApiError);
});
