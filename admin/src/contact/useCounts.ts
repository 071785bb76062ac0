import { useQuery } from "@tanstack/react-query";
import { messageCounts } from "../resources";
import { useAsk } from "../useAsk";

/** How many messages wait, how many of them too long, and how the promise of 24 hours was kept. */
export function useCounts() {
  const ask = useAsk();
  // Below the list's own key: what makes the list anew counts anew.
  return useQuery({ queryKey: ["contact", "getList", "counts"], queryFn: () => ask(messageCounts) });
}
