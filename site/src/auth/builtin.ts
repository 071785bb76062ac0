import { bodyOf, type Karst, type SessionResponse } from "@karst/client";
import type { AuthBackend, AuthResult } from "./authBackend";
import { signInWithPopup } from "./popup";

/** The guide's own accounts. The next token is paid for with a cookie that no script can read. */
export function createBuiltinBackend(karst: Karst): AuthBackend {
  const entry = ({ token, user }: SessionResponse): AuthResult => ({ token, account: user });
  return {
    async signIn(credentials) {
      return entry(await bodyOf(karst.POST("/api/auth/sign-in", { body: credentials })));
    },
    async signUp(account) {
      return entry(await bodyOf(karst.POST("/api/auth/sign-up", { body: account })));
    },
    async signInWith(other) {
      await signInWithPopup(other);
      return entry(await bodyOf(karst.POST("/api/auth/refresh")));
    },
    async refresh() {
      return (await bodyOf(karst.POST("/api/auth/refresh"))).token;
    },
    async signOut(token) {
      const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
      await karst.POST("/api/auth/sign-out", { headers });
    },
    async requestReset(email) {
      await karst.POST("/api/auth/password-reset", { body: { email } });
    },
  };
}
