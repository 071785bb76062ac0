import { useQuery } from "@tanstack/react-query";
import { userCounts } from "../resources";
import { useAsk } from "../useAsk";

/** Nested under the list's key, so that a refetch of the list includes the counts. */
export const COUNTS_KEY = ["users", "getList", "counts"];

/** The number of users, in total and by role. */
export function useCounts() {
  const ask = useAsk();
  return useQuery({ queryKey: COUNTS_KEY, queryFn: () => ask(userCounts) });
}
