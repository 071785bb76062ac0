import { useQuery } from "@tanstack/react-query";
import { claimCounts } from "../resources/claims";
import { useAsk } from "../useAsk";

/** The number of claims that are waiting for an admin. */
export function useCounts() {
  const ask = useAsk();
  // Nested under the list's key, so that a refetch of the list includes the counts.
  return useQuery({ queryKey: ["claims", "getList", "counts"], queryFn: () => ask(claimCounts) });
}
