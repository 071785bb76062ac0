import { bodyOf, createKarst } from "@karst/client";
import { createSession } from "./identity/session";

/** Who is signed in on this device. */
export const session = createSession({
  signIn: (body) => bodyOf(karst.POST("/api/auth/sign-in", { body })),
  refresh: () => bodyOf(karst.POST("/api/auth/refresh")),
  signOut: (token) => karst.POST("/api/auth/sign-out", { headers: bearer(token) }),
  profile: (token) => bodyOf(karst.GET("/api/auth/account", { headers: bearer(token) })),
});

/** The guide's API, called as whoever is signed in. */
export const karst = createKarst({
  origin: window.location.origin,
  token: async () => (await session.current())?.token ?? null,
});

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}
