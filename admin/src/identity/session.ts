import type { ProfileResponse, SignInRequest } from "@karst/client";
import type { AuthBackend, AuthResult, BackendLoader } from "@karst/web/session/backend";
import { createTokenRefresh, withRefreshLock } from "@karst/web/session/refresh";
import { createTokenStore } from "@karst/web/session/token";
import type { Account } from "./permissions";

/** The account of the stored token. It is missing for a token that the site stored. */
const ACCOUNT_KEY = "karst.console.session";

interface Held {
  token: string;
  user: Account;
}

/** The identity provider as the console uses it. A new token comes with the current account. */
export interface ConsoleBackend extends Pick<AuthBackend, "signIn" | "signOut"> {
  /** `stored` is the previous token. Throws a 401 or a [`ProviderError`] if the session is over. */
  refresh(stored: string | null): Promise<AuthResult>;
}

export interface SessionOptions {
  loadBackend: BackendLoader<ConsoleBackend>;
  profile(token: string): Promise<Pick<ProfileResponse, "lacksRequiredSecondFactor">>;
}

export type Session = ReturnType<typeof createSession>;

/** The session of the console: the token, which it shares with the site, and the account it belongs to. */
export function createSession(options: SessionOptions, now: () => number = Date.now) {
  const tokens = createTokenStore();
  const accounts = createTokenStore(undefined, ACCOUNT_KEY);
  const backend = async () => (await options.loadBackend()).backend;
  const tokenRefresh = createTokenRefresh<Held>({
    tokens,
    backend: async () => {
      const { refresh } = await backend();
      return { refresh: async (stored) => withDebt(await refresh(stored)) };
    },
    onStore: storeAccount,
    onSessionOver: forget,
    now,
  });
  let knownSignedOut = false;

  function held(): Held | null {
    const found = parse(accounts.get());
    return found && found.token === tokens.get() ? found : null;
  }

  function storeAccount({ token, user }: Held): void {
    accounts.set(JSON.stringify({ token, user }));
    knownSignedOut = false;
  }

  /** Adds whether the account must set up a second factor first. Viewers never must. */
  async function withDebt({ token, user }: AuthResult): Promise<Held> {
    if (user.role === "viewer") return { token, user };
    try {
      const { lacksRequiredSecondFactor } = await options.profile(token);
      return { token, user: { ...user, lacksRequiredSecondFactor } };
    } catch (error) {
      // The server still denies what the account may not do, and the console shows its reason.
      console.warn("Could not read the profile", error);
      return { token, user };
    }
  }

  function forget(): void {
    tokens.set(null);
    accounts.set(null);
    knownSignedOut = true;
  }

  return {
    /** The token and its account, refreshed first if the token is due or has no account (R40). Null without a session. */
    async current(): Promise<Held | null> {
      // Without a token the cookie alone may hold a session (from /login): it is tried once per page load.
      if (!tokens.get() && knownSignedOut) return null;
      await tokenRefresh.token((token) => held() !== null && tokenRefresh.isFresh(token));
      return held();
    },
    forget,
    async signIn(credentials: SignInRequest): Promise<Account> {
      const { signIn } = await backend();
      const result = await withRefreshLock(async () => withDebt(await signIn(credentials)));
      tokenRefresh.store(result);
      return result.user;
    },
    /** Applies saved changes to the stored account. */
    amend(changes: Partial<Account>): void {
      const found = held();
      if (found) storeAccount({ ...found, user: { ...found.user, ...changes } });
    },
    /** Signs out here at once, and on the server if it can be reached. */
    async signOut(): Promise<void> {
      const token = tokens.get();
      forget();
      if (!token) return;
      try {
        const { signOut } = await backend();
        await withRefreshLock(() => signOut(token));
      } catch (error) {
        console.warn("Could not sign out", error);
      }
    },
  };
}

function parse(text: string | null): Held | null {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Held> | null;
    return found?.token && found.user ? (found as Held) : null;
  } catch {
    return null;
  }
}
