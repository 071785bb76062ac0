import { createApiClient } from "@karst/client";
import { getAuthState, getSession } from "./authStore";

/** The API client with the account's token, which is refreshed first if it is due (R40). */
export const apiClient = createApiClient({
  token: async () => (getAuthState().kind === "signedOut" ? null : (await getSession()).token()),
});
