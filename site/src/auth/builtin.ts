import { bodyOf, type Karst, type SessionResponse } from "@karst/client";
import type { Driver, Entry } from "./authBackend";
import { signInByPopup } from "./popup";

/** The guide's own accounts. The next token is paid for with a cookie that no script can read. */
export function builtinDriver(karst: Karst): Driver {
  const entry = ({ token, user }: SessionResponse): Entry => ({ token, account: user });
  return {
    async signIn(credentials) {
      return entry(await bodyOf(karst.POST("/api/auth/sign-in", { body: credentials })));
    },
    async signUp(account) {
      return entry(await bodyOf(karst.POST("/api/auth/sign-up", { body: account })));
    },
    async signInWith(other) {
      await signInByPopup(other);
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
