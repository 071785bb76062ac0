import { unwrap } from "./client";

/** The parameters of a page of a list. */
export interface PageQuery {
  limit: number;
  offset?: number;
  cursor?: string;
}

/** The size of a page, which every list allows. */
const LIMIT = 100;

/**
 * The records of all pages of a list: `listAll((page) => api.GET("/api/businesses", { params: { query: page } }))`.
 *
 * Follows the `Link` with `rel="next"` of each response. With `sort: "id"`, records that are added or removed meanwhile move no
 * other record; with other orders, one may be missing or twice. For a copy of the guide, use `followChanges()`.
 */
export async function* listAll<Item>(
  read: (page: PageQuery) => Promise<{ data?: readonly Item[]; response: Response }>,
): AsyncGenerator<Item, void> {
  let page: PageQuery | null = { limit: LIMIT };
  while (page) {
    const call: Promise<{ data?: readonly Item[]; response: Response }> = read(page);
    yield* await unwrap(call);
    page = nextPage((await call).response);
  }
}

function nextPage({ headers, url }: Response): PageQuery | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  if (next === undefined) return null;
  const query = new URL(next, url || "http://guide.invalid").searchParams;
  const [offset, cursor] = [query.get("offset"), query.get("cursor")];
  return { limit: LIMIT, ...(offset && { offset: Number(offset) }), ...(cursor && { cursor }) };
}
