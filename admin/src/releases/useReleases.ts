import type { ReleaseItem } from "@karst/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRelease, listReleases } from "../resources/releases";
import { useAsk } from "../useAsk";
import { RELEASES } from "./release";

/** All releases, a page at a time. */
export function useReleases(state?: ReleaseItem["state"]) {
  const ask = useAsk();
  return useInfiniteQuery({
    queryKey: [...RELEASES, "list", state ?? "all"],
    queryFn: ({ pageParam }) => ask(() => listReleases(pageParam, state)),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const count = pages.reduce((sum, { data }) => sum + data.length, 0);
      return count < total ? count : undefined;
    },
  });
}

/** A release with its drafts and records. */
export function useRelease(id: number) {
  const ask = useAsk();
  return useQuery({ queryKey: [...RELEASES, id], queryFn: () => ask(() => getRelease(id)) });
}
