import { useQuery } from "@tanstack/react-query";
import { messageCounts } from "../resources";
import { useAsk } from "../useAsk";

/** The number of new and overdue messages, and how many were answered in time. */
export function useCounts() {
  const ask = useAsk();
  // Nested under the list's key, so that a refetch of the list includes the counts.
  return useQuery({ queryKey: ["contact", "getList", "counts"], queryFn: () => ask(messageCounts) });
}
