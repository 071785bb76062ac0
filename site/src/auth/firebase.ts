import type { SignInConfigResponse } from "@karst/client";
import { createFirebaseAuth, type FirebaseAuthResult } from "@karst/client/firebase";
import type { AuthBackend, AuthResult } from "@karst/web/session/backend";
import { splitName } from "@/lib/names";

/** Accounts at Firebase, which also stores the session and refreshes its tokens. */
export function createFirebaseBackend(config: SignInConfigResponse): AuthBackend {
  const accounts = createFirebaseAuth(config);
  return {
    async signIn({ email, password }) {
      return toResult(await accounts.signIn(email, password));
    },
    async signUp({ firstName, lastName, email, password }) {
      return toResult(await accounts.signUp(email, password, `${firstName} ${lastName}`.trim()));
    },
    async signInWithProvider(provider) {
      return toResult(await accounts.signInWith(provider));
    },
    refresh: async () => ({ token: await accounts.refresh() }),
    signOut: accounts.signOut,
    requestPasswordReset: accounts.requestReset,
  };
}

function toResult({ token, ...account }: FirebaseAuthResult): AuthResult {
  return { token, user: { ...account, role: "viewer", isActive: true, ...splitName(account.displayName) } };
}
