import { useQuery } from "@tanstack/react-query";
import { entryCounts } from "../resources";
import { useAsk } from "../useAsk";

/** How many entries there are of each status, and how many comments wait. */
export function useCounts() {
  const ask = useAsk();
  // Below the list's own key: what makes the list anew counts anew.
  return useQuery({ queryKey: ["guestbook", "getList", "counts"], queryFn: () => ask(entryCounts) });
}
