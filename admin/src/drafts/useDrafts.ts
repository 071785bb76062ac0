import { useQuery } from "@tanstack/react-query";
import { allDrafts } from "../resources/drafts";
import { useAsk } from "../useAsk";
import { DRAFTS } from "./draft";

/** How long the lists show drafts that were loaded before. */
const STALE_MS = 30_000;

/** All drafts that the account may see. */
export function useDrafts({ enabled = true, staleTime = STALE_MS } = {}) {
  const ask = useAsk();
  return useQuery({ queryKey: DRAFTS, queryFn: () => ask(allDrafts), enabled, staleTime });
}
