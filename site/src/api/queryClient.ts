import { QueryClient } from "@tanstack/react-query";

/** How long answers are kept after nobody looks at them any more. */
const KEPT_MS = 5 * 60_000;

/**
 * What this page has asked the API on somebody's behalf. No retries, never stale, no polling, nothing asked again because
 * a window came to the front (row 176). Keys are the address in parts, then whose the answer is:
 * `["/api/user/likes", uid]`. Load it with the first such question: a stranger's visit asks none.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // "always": a question that cannot be asked fails, and says so, instead of waiting for a network without a word.
    queries: {
      networkMode: "always",
      retry: false,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      gcTime: KEPT_MS,
    },
  },
});

/** Asks again what is on the screen of these kinds (row 175). Fails with nobody: what is shown stays. */
export async function refetch(...kinds: readonly string[]): Promise<void> {
  await Promise.all(kinds.map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })));
}
