import { createApiClient, unwrap } from "@karst/client";
import { keeperOf, type Keeper } from "./identity/keeper";
import { createSession } from "./identity/session";

/** The guide's own accounts. The next token is paid for with a cookie that no script can read. */
const builtin: Keeper = {
  signIn: (body) => unwrap(karst.POST("/api/auth/sign-in", { body })),
  refresh: () => unwrap(karst.POST("/api/auth/refresh")),
  signOut: (token) => karst.POST("/api/auth/sign-out", { headers: bearer(token) }),
};

const keeper = keeperOf(
  () => unwrap(karst.GET("/api/firebase-config")),
  builtin,
  async (config) =>
    (await import("./identity/firebase")).firebaseKeeper(config, (token) =>
      unwrap(karst.POST("/api/auth/firebase/sync", { body: {}, headers: bearer(token) })),
    ),
);

/** Who is signed in on this device. */
export const session = createSession({
  ...keeper,
  profile: (token) => unwrap(karst.GET("/api/auth/account", { headers: bearer(token) })),
});

/** The guide's API, called with the session of this browser. */
export const karst = createApiClient({
  origin: window.location.origin,
  token: async () => (await session.current())?.token ?? null,
});

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}
