import { useQuery } from "@tanstack/react-query";
import { userCounts } from "../resources";
import { useAsk } from "../useAsk";

/** The number of users, in total and by role. */
export function useCounts() {
  const ask = useAsk();
  // Nested under the list's key, so that a refetch of the list includes the counts.
  return useQuery({ queryKey: ["users", "getList", "counts"], queryFn: () => ask(userCounts) });
}
