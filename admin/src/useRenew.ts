import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useCallback } from "react";

/**
 * Refetches the queries under these keys after a change. Also restarts queries that are loading for the first time:
 * the library would use their responses, which may be from before the change.
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
