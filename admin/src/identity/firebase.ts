import {
  ProviderError,
  type AccountResponse,
  type SignInConfigResponse,
  type SessionResponse,
} from "@karst/client";
import { createFirebaseAuth } from "@karst/client/firebase";
import type { Keeper } from "./keeper";

/**
 * Accounts that Firebase keeps; it keeps the session too. Load it only where the settings say so: it brings Firebase's
 * library along. `sync` makes the identity known to the guide and reads the account.
 */
export function firebaseKeeper(
  config: SignInConfigResponse,
  sync: (token: string) => Promise<AccountResponse>,
  accounts = createFirebaseAuth(config),
): Keeper {
  async function sessionOf(token: string): Promise<SessionResponse> {
    const user = await sync(token);
    if (!user.isActive) {
      await accounts.signOut().catch((error: unknown) => console.warn("Could not sign out", error));
      throw new ProviderError("user-disabled");
    }
    return { token, expiresAt: endOf(token), user };
  }

  return {
    signIn: async ({ email, password }) => sessionOf((await accounts.signIn(email, password)).token),
    refresh: async (held) => {
      if (held) return sessionOf(await accounts.refresh());
      // Signed out on the site, perhaps too quickly for Firebase's library to forget it there: it does so now.
      await accounts.signOut();
      throw new ProviderError("no-current-user");
    },
    signOut: accounts.signOut,
  };
}

/** When a token ends, by its own word. */
function endOf(token: string): string {
  const [, payload = ""] = token.split(".");
  const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number };
  return new Date(exp * 1000).toISOString();
}
