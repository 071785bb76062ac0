import { QueryClient } from "@tanstack/react-query";

/**
 * No retries and no polling: what an editor sees is what was asked for, and a failure is shown at once. Without a network
 * too: by default the library would keep a save waiting, and send it whenever the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});
