import type { Listed, ListQuery } from "./resources";

/** The largest page the API gives, and how far into a list it goes. */
const PAGE = 1000;
const REACH = 10_000;

/**
 * One page of what `keeps` lets through, for questions that the API narrows but does not answer (whose places,
 * whose names): all that it finds is read, `atOnce` at a time, and the rest is left out here.
 */
export async function sieved<Item>(
  read: (limit: number, offset: number) => Promise<Listed<Item>>,
  keeps: (item: Item) => boolean,
  { limit, offset }: Pick<ListQuery, "limit" | "offset">,
  atOnce = PAGE,
): Promise<Listed<Item>> {
  const kept: Item[] = [];
  let total = atOnce;
  for (let from = 0; from < Math.min(total, REACH); from += atOnce) {
    const page = await read(atOnce, from);
    kept.push(...page.data.filter(keeps));
    total = page.total;
  }
  return { data: kept.slice(offset, offset + limit), total: kept.length };
}
