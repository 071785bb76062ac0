import { unwrap, type ApiClient } from "@karst/client";
import type { AuthBackend } from "./backend";
import { signInWithPopup } from "./popup";

/** Accounts of the guide itself. The refresh token is in a cookie that scripts cannot read. */
export function createBuiltinBackend(client: ApiClient) {
  const refresh = () => unwrap(client.POST("/api/auth/refresh"));
  return {
    signIn: (body) => unwrap(client.POST("/api/auth/sign-in", { body })),
    signUp: (body) => unwrap(client.POST("/api/auth/sign-up", { body })),
    async signInWithProvider(provider) {
      await signInWithPopup(provider);
      return refresh();
    },
    refresh,
    async signOut(token) {
      const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
      await client.POST("/api/auth/sign-out", { headers });
    },
    async requestPasswordReset(email) {
      await client.POST("/api/auth/password-reset", { body: { email } });
    },
  } satisfies AuthBackend;
}
