import { useQuery } from "@tanstack/react-query";
import { userCounts } from "../resources";
import { useAsk } from "../useAsk";

/** Below the list's own key: what makes the list anew counts anew. */
export const COUNTS_KEY = ["users", "getList", "counts"];

/** How many users there are, of each role. */
export function useCounts() {
  const ask = useAsk();
  return useQuery({ queryKey: COUNTS_KEY, queryFn: () => ask(userCounts) });
}
