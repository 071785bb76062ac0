import { QueryClient } from "@tanstack/react-query";

/** How long unused data stays in the cache (R176). */
const GC_TIME_MS = 5 * 60_000;

/**
 * The cache of authenticated requests. No retries, never stale, no polling, no refetch on window focus (R176). A key is
 * the path in parts, then the account: `["/api/user/likes", uid]`. Load it on demand: anonymous visits do not need it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // "always": offline requests fail and are reported, instead of waiting silently for the network.
    queries: {
      networkMode: "always",
      retry: false,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      gcTime: GC_TIME_MS,
    },
  },
});

/** Refetches the active queries whose keys begin so (R175). Never rejects: on failure the shown data stays. */
export async function refetch(...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
