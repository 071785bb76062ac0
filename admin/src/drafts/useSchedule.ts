import { useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import { listSchedule } from "../resources/schedule";
import { useAsk } from "../useAsk";

/** The query of the scheduled items. */
export const SCHEDULE: QueryKey = ["schedule"];

/** The scheduled items, the next first, page by page. Loads nothing for owners, who may not see them. */
export function useSchedule(isAdmin: boolean) {
  const ask = useAsk();
  const list = useInfiniteQuery({
    queryKey: SCHEDULE,
    queryFn: ({ pageParam }) => ask(() => listSchedule(pageParam)),
    initialPageParam: 0,
    getNextPageParam: ({ total, data }, pages) => {
      const count = pages.reduce((sum, page) => sum + page.data.length, 0);
      return data.length > 0 && count < total ? count : undefined;
    },
    enabled: isAdmin,
  });
  return { list, items: list.data?.pages.flatMap(({ data }) => data) ?? [] };
}
