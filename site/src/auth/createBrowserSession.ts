import { bodyOf, createKarst } from "@karst/client";
import type { TokenStore } from "@/api/token";
import { notify } from "@/ui/toast/toastStore";
import { accountTexts } from "@/texts/account";
import { createProvider } from "./authBackend";
import { createSession, type SessionParts } from "./session";

/** This page's session, put together. Loaded once somebody has or wants one. */
export function openSession(tokens: TokenStore, onChange: SessionParts["onChange"]) {
  const karst = createKarst();
  return createSession({
    provider: createProvider(() => bodyOf(karst.GET("/api/firebase-config")), {
      builtin: async () => (await import("./builtin")).builtinDriver(karst),
      firebase: async (config) => (await import("./firebase")).firebaseDriver(config),
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
