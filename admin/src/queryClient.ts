import { QueryClient } from "@tanstack/react-query";

/**
 * No retries and no polling: the editor sees a failure at once. The same without a network: by default, the library
 * would hold back a save and send it whenever the network returns.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});
