import { createKarst } from "@karst/client";
import { getAuthState, getSession } from "./authStore";

/** The API as whoever is signed in calls it: with the token, renewed first when that is due (row 40). */
export const apiClient = createKarst({
  token: async () => (getAuthState().kind === "signedOut" ? null : (await getSession()).token()),
});
