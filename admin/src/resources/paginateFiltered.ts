import type { Listed, ListQuery } from "./resource";

/** The maximum page size of the API, and the maximum offset. */
const MAX_PAGE = 1000;
const MAX_OFFSET = 10_000;

/**
 * One page of the records that `keeps` accepts, for a filter that the API only partly supports. Reads all pages of
 * `pageSize` records, and filters them here.
 */
export async function paginateFiltered<Item>(
  read: (limit: number, offset: number) => Promise<Listed<Item>>,
  keeps: (item: Item) => boolean,
  { limit, offset }: Pick<ListQuery, "limit" | "offset">,
  pageSize = MAX_PAGE,
): Promise<Listed<Item>> {
  const kept: Item[] = [];
  let total = pageSize;
  for (let from = 0; from < Math.min(total, MAX_OFFSET); from += pageSize) {
    const page = await read(pageSize, from);
    kept.push(...page.data.filter(keeps));
    total = page.total;
  }
  return { data: kept.slice(offset, offset + limit), total: kept.length };
}
