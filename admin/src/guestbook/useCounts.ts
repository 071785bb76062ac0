import { useQuery } from "@tanstack/react-query";
import { entryCounts } from "../resources";
import { useAsk } from "../useAsk";

/** The queries that show or count entries and comments. */
export const ENTRY_QUERIES = [["guestbook"], ["comments"], ["stats"]];

/** The number of entries of each status, and of pending comments. */
export function useCounts() {
  const ask = useAsk();
  // Nested under the list's key, so that a refetch of the list includes the counts.
  return useQuery({ queryKey: ["guestbook", "getList", "counts"], queryFn: () => ask(entryCounts) });
}
