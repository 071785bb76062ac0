import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useCallback } from "react";

/**
 * Refetches the queries under these keys, because it has just been changed. What is being read for the first time
 * is asked for again too: the library would wait for that answer, which may be from before the change.
 */
export function useRenew(): (...keys: QueryKey[]) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (...keys) => {
      const each = keys.map((queryKey) => ({ queryKey }));
      await Promise.all(each.map((filter) => queries.cancelQueries(filter)));
      await Promise.all(each.map((filter) => queries.invalidateQueries(filter)));
    },
    [queries],
  );
}
