import { unwrap, type ApiClient, type SessionResponse } from "@karst/client";
import type { AuthBackend, AuthResult } from "./authBackend";
import { signInWithPopup } from "./popup";

/** Accounts of the guide itself. The refresh token is in a cookie that scripts cannot read. */
export function createBuiltinBackend(client: ApiClient): AuthBackend {
  const toResult = ({ token, user }: SessionResponse): AuthResult => ({ token, account: user });
  return {
    async signIn(credentials) {
      return toResult(await unwrap(client.POST("/api/auth/sign-in", { body: credentials })));
    },
    async signUp(account) {
      return toResult(await unwrap(client.POST("/api/auth/sign-up", { body: account })));
    },
    async signInWithProvider(provider) {
      await signInWithPopup(provider);
      return toResult(await unwrap(client.POST("/api/auth/refresh")));
    },
    async refresh() {
      return (await unwrap(client.POST("/api/auth/refresh"))).token;
    },
    async signOut(token) {
      const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
      await client.POST("/api/auth/sign-out", { headers });
    },
    async requestPasswordReset(email) {
      await client.POST("/api/auth/password-reset", { body: { email } });
    },
  };
}
