import { createKarst } from "@karst/client";
import { current, session } from "./authStore";

/** The API as whoever is signed in calls it: with the token, renewed first when that is due (row 40). */
export const karst = createKarst({
  token: async () => (current().kind === "signedOut" ? null : (await session()).token()),
});
