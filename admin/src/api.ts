import { createApiClient, unwrap } from "@karst/client";
import { createBackendLoader } from "@karst/web/session/backend";
import { createSession, type ConsoleBackend } from "./identity/session";

/** The session of this browser. */
export const session = createSession({
  loadBackend: createBackendLoader<ConsoleBackend>(() => unwrap(karst.GET("/api/firebase-config")), {
    builtin: async () => (await import("@karst/web/session/builtin")).createBuiltinBackend(karst),
    firebase: async (config) =>
      (await import("./identity/firebase")).createFirebaseBackend(config, (token) =>
        unwrap(karst.POST("/api/auth/firebase/sync", { body: {}, headers: bearer(token) })),
      ),
  }),
  profile: (token) => unwrap(karst.GET("/api/auth/account", { headers: bearer(token) })),
});

/** The guide's API with the token of the session. */
export const karst = createApiClient({
  origin: window.location.origin,
  token: async () => (await session.current())?.token ?? null,
});

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}
