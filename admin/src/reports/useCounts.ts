import { useQuery } from "@tanstack/react-query";
import { proposalCounts } from "../resources";
import { useAsk } from "../useAsk";

/** The number of reports that wait for a decision, unless the account may not see it. */
export function useCounts(enabled = true) {
  const ask = useAsk();
  // Nested under the list's key, so that a refetch of the list includes the counts.
  return useQuery({
    queryKey: ["proposals", "getList", "counts"],
    queryFn: () => ask(proposalCounts),
    enabled,
  });
}
