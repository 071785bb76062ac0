import { createApiClient, unwrap } from "@karst/client";
import { createBackendLoader } from "@karst/web/session/backend";
import type { TokenStore } from "@karst/web/session/token";
import { notify } from "@/ui/toast/toastStore";
import { t } from "@/messages/session.gen";
import { createSession, type SessionOptions } from "./session";

/** The session of this page with its dependencies. Loaded when a traveler has or wants a session. */
export function createBrowserSession(tokens: TokenStore, onChange: SessionOptions["onChange"]) {
  const client = createApiClient();
  return createSession({
    loadBackend: createBackendLoader(() => unwrap(client.GET("/api/firebase-config")), {
      builtin: async () => (await import("@karst/web/session/builtin")).createBuiltinBackend(client),
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
