import { createApiClient, unwrap } from "@karst/client";
import type { TokenStore } from "@/api/token";
import { notify } from "@/ui/toast/toastStore";
import { t } from "@/messages/session.gen";
import { createAuthBackendLoader } from "./authBackend";
import { createSession, type SessionOptions } from "./session";

/** The session of this page with its dependencies. Loaded when a visitor has or wants a session. */
export function createBrowserSession(tokens: TokenStore, onChange: SessionOptions["onChange"]) {
  const client = createApiClient();
  return createSession({
    backendLoader: createAuthBackendLoader(() => unwrap(client.GET("/api/firebase-config")), {
      builtin: async () => (await import("./builtin")).createBuiltinBackend(client),
      firebase: async (config) => (await import("./firebase")).createFirebaseBackend(config),
    }),
    tokens,
    sync: (token, payload) =>
      unwrap(
        client.POST("/api/auth/firebase/sync", {
          body: payload,
          headers: { Authorization: `Bearer ${token}` },
        }),
      ),
    onChange,
    onDeactivated: () =>
      notify({ title: t("deactivated.title"), text: t("deactivated.text"), tone: "destructive" }),
  });
}
