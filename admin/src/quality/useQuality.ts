import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { listDeadLinks, listDuplicates, listSilentOwners, qualityCounts } from "../resources/quality";
import type { Listed } from "../resources/resource";
import { useAsk } from "../useAsk";

/** The key of everything on the screen. */
export const QUALITY = ["quality"] as const;

export function useCounts() {
  const ask = useAsk();
  return useQuery({ queryKey: [...QUALITY, "counts"], queryFn: () => ask(qualityCounts) });
}

export const useDuplicates = () => usePages("duplicates", listDuplicates);

export const useDeadLinks = () => usePages("links", listDeadLinks);

export const useSilentOwners = () => usePages("silentOwners", listSilentOwners);

/** A list that is loaded page by page. */
function usePages<Item>(name: string, load: (offset: number) => Promise<Listed<Item>>) {
  const ask = useAsk();
  const list = useInfiniteQuery({
    queryKey: [...QUALITY, name],
    queryFn: ({ pageParam }) => ask(() => load(pageParam)),
    initialPageParam: 0,
    getNextPageParam: ({ total, data }, pages) => {
      const count = pages.reduce((sum, page) => sum + page.data.length, 0);
      return data.length > 0 && count < total ? count : undefined;
    },
  });
  return { list, items: list.data?.pages.flatMap(({ data }) => data) ?? [] };
}
