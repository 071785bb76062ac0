import { firebaseAccounts, type Admitted } from "@karst/client/firebase";
import { splitName } from "@/lib/names";
import type { AuthBackend, AuthResult, SignInConfig } from "./authBackend";

/** Accounts that Firebase keeps; it keeps the session too, and renews its tokens itself. */
export function createFirebaseBackend(config: SignInConfig): AuthBackend {
  const accounts = firebaseAccounts(config);
  return {
    async signIn({ email, password }) {
      return entryOf(await accounts.signIn(email, password));
    },
    async signUp({ firstName, lastName, email, password }) {
      return entryOf(await accounts.signUp(email, password, `${firstName} ${lastName}`.trim()));
    },
    async signInWith(other) {
      return entryOf(await accounts.signInWith(other));
    },
    refresh: accounts.refresh,
    signOut: accounts.signOut,
    requestReset: accounts.requestReset,
  };
}

function entryOf({ token, ...account }: Admitted): AuthResult {
  return {
    token,
    account: { ...account, role: "viewer", isActive: true, ...splitName(account.displayName) },
  };
}
