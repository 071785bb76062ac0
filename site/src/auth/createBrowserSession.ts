import { bodyOf, createKarst } from "@karst/client";
import type { TokenStore } from "@/api/token";
import { notify } from "@/ui/toast/toastStore";
import { accountTexts } from "@/texts/account";
import { createAuthBackendLoader } from "./authBackend";
import { createSession, type SessionOptions } from "./session";

/** This page's session, put together. Loaded once somebody has or wants one. */
export function createBrowserSession(tokens: TokenStore, onChange: SessionOptions["onChange"]) {
  const karst = createKarst();
  return createSession({
    provider: createAuthBackendLoader(() => bodyOf(karst.GET("/api/firebase-config")), {
      builtin: async () => (await import("./builtin")).createBuiltinBackend(karst),
      firebase: async (config) => (await import("./firebase")).createFirebaseBackend(config),
    }),
    tokens,
    sync: (token, believed) =>
      bodyOf(
        karst.POST("/api/auth/firebase/sync", {
          body: believed,
          headers: { Authorization: `Bearer ${token}` },
        }),
      ),
    onChange,
    onDeactivated: () => notify({ ...accountTexts.deactivated, tone: "destructive" }),
  });
}
