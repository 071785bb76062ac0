import { ProviderError, type AccountResponse, type SignInConfigResponse } from "@karst/client";
import { createFirebaseAuth } from "@karst/client/firebase";
import type { AuthResult } from "@karst/web/session/backend";
import type { ConsoleBackend } from "./session";

/** Accounts at Firebase, which also stores the session. `sync` reads the account of a token from the guide. */
export function createFirebaseBackend(
  config: SignInConfigResponse,
  sync: (token: string) => Promise<AccountResponse>,
  accounts = createFirebaseAuth(config),
): ConsoleBackend {
  async function toResult(token: string): Promise<AuthResult> {
    const user = await sync(token);
    if (user.isActive) return { token, user };
    await accounts.signOut().catch((error: unknown) => console.warn("Could not sign out", error));
    throw new ProviderError("user-disabled");
  }

  return {
    signIn: async ({ email, password }) => toResult((await accounts.signIn(email, password)).token),
    async refresh(stored) {
      if (stored) return toResult(await accounts.refresh());
      // Signed out on the site, perhaps before Firebase's library deleted the session. This deletes it.
      await accounts.signOut();
      throw new ProviderError("no-current-user");
    },
    signOut: accounts.signOut,
  };
}
