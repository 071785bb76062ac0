import {
  ApiError,
  ProviderError,
  type AccountResponse,
  type SignInConfigResponse,
  type SignInRequest,
  type SignUpRequest,
} from "@karst/client";
import type { AuthBackend, AuthResult, BackendLoader } from "@karst/web/session/backend";
import type { FederatedProvider } from "@karst/web/session/popup";
import { createTokenRefresh, isSessionOver, withRefreshLock } from "@karst/web/session/refresh";
import { backoffMs, parseClaims, type TokenStore } from "@karst/web/session/token";
import { fallbackUser, LOADING, SIGNED_OUT, type AuthState, type User } from "./user";

/** What a client assumes about its account. The server goes by the token alone. */
export interface SyncPayload {
  uid?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  profileImageUrl?: string | null;
}

export interface SessionOptions {
  loadBackend: BackendLoader<AuthBackend>;
  tokens: TokenStore;
  /** Syncs the account with the server and returns it. */
  sync: (token: string, payload: SyncPayload) => Promise<AccountResponse>;
  onChange: (state: AuthState) => void;
  /** The account of the session has been deactivated. */
  onDeactivated: () => void;
  now?: () => number;
}

export type Session = ReturnType<typeof createSession>;

/**
 * The session of one browser: keeps the token fresh and reports who is signed in (R33 to R42).
 *
 * Independent of React and of the page, so it is loaded only when a traveler has or wants a session.
 */
export function createSession(options: SessionOptions) {
  const { tokens, sync, onChange, onDeactivated, now } = options;
  let user: User | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented when the signed-in account changes; responses to requests of an earlier generation are ignored. */
  let generation = 0;

  const tokenRefresh = createTokenRefresh<{ token: string }>({
    tokens,
    backend: getBackend,
    onSessionOver: end,
    now,
  });

  function setState(state: AuthState): void {
    user = state.kind === "signedIn" ? state.user : null;
    onChange(state);
    scheduleRefresh();
  }

  /** Ends the session in this browser only. */
  function end(): void {
    generation += 1;
    tokens.set(null);
    setState(SIGNED_OUT);
  }

  async function loadBackend() {
    try {
      return await options.loadBackend();
    } catch (error) {
      console.error("Failed to initialize sign-in", error);
      throw error;
    }
  }

  async function getBackend(): Promise<AuthBackend> {
    return (await loadBackend()).backend;
  }

  /** The token for a call, null without a session. */
  async function token(): Promise<string | null> {
    return tokens.get() && tokenRefresh.token();
  }

  /** Schedules the next refresh: at 50 minutes or 5 before expiry, after failures with a backoff (R41). */
  function scheduleRefresh(): void {
    clearTimeout(timer);
    const stored = tokens.get();
    if (!user || !stored) return;
    // Never immediately: a token that always looks old must not cause endless refreshes.
    timer = setTimeout(
      refreshOnSchedule,
      failures > 0 ? backoffMs(failures) : Math.max(tokenRefresh.msUntilDue(stored), backoffMs(1)),
    );
  }

  async function refreshOnSchedule(): Promise<void> {
    try {
      await tokenRefresh.refresh();
      failures = 0;
    } catch (error) {
      failures += 1;
      console.error("Failed to refresh token", error);
    }
    scheduleRefresh();
  }

  /** The account of the stored token according to the server. Null if the session is over. */
  async function fetchUser(account: AccountResponse | null): Promise<User | null> {
    let current = await token();
    for (const isLastAttempt of [false, true]) {
      if (!current) return null;
      try {
        return { ...(await sync(current, toSyncPayload(account))) };
      } catch (error) {
        if (!(error instanceof ApiError) || isTemporary(error.status)) {
          console.error("Error syncing user with backend", error);
          return fallbackUser(account, parseClaims(current));
        }
        if (isLastAttempt || !isSessionOver(error)) {
          console.error("Error syncing user with backend", error);
          return null;
        }
        // The token is valid by this clock but not by the server's: a refreshed one may be accepted.
        const refused = current;
        current = await tokenRefresh.refresh((candidate) => candidate !== refused).catch(() => null);
      }
    }
    return null;
  }

  /**
   * Syncs the account with the server and makes it the current user (R37). A deactivated account is signed out. With
   * `isSigningIn` that is an error of the sign-in; otherwise `onDeactivated` reports it.
   */
  async function applySession(account: AccountResponse | null, isSigningIn = false): Promise<User | null> {
    generation += 1;
    const startedAt = generation;
    const found = await fetchUser(account);
    if (startedAt !== generation) return user;
    if (!found) end();
    else if (!found.isActive) {
      await discard(isSigningIn);
      if (isSigningIn) throw new ProviderError("user-disabled");
    } else setState({ kind: "signedIn", user: found });
    return user;
  }

  /** Ends the session here and on the server. */
  async function discard(isSilent: boolean): Promise<void> {
    const stored = tokens.get();
    end();
    if (!isSilent) onDeactivated();
    const backend = await getBackend();
    await backend.signOut(stored).catch((error: unknown) => console.warn("Could not sign out", error));
  }

  /** Runs a sign-in or sign-up. Logs and rethrows its failures (R33). */
  async function authenticate(
    label: string,
    run: (backend: AuthBackend) => Promise<AuthResult>,
  ): Promise<User> {
    try {
      const result = await run(await getBackend());
      tokenRefresh.store(result);
      const signedIn = await applySession(result.user, true);
      if (!signedIn) throw new Error("The session ended before it began");
      return signedIn;
    } catch (error) {
      console.error(`${label} failed`, error);
      throw error;
    }
  }

  return {
    /** Loads the provider and its configuration. */
    initialize: async (): Promise<SignInConfigResponse> => (await loadBackend()).config,
    token,
    signIn: (credentials: SignInRequest) =>
      authenticate("Sign-in", (backend) => withRefreshLock(() => backend.signIn(credentials))),
    // Without the lock: the popup may stay open for minutes, and other tabs must not wait that long for a token.
    signInWithProvider: (provider: FederatedProvider) =>
      authenticate("Sign-in", (backend) => backend.signInWithProvider(provider)),
    signUp: (account: SignUpRequest) =>
      authenticate("Sign-up", (backend) => withRefreshLock(() => backend.signUp(account))),

    /** Restores the session of the stored token. */
    async restore(): Promise<void> {
      if (!tokens.get()) return end();
      onChange(LOADING);
      await applySession(null);
    },

    /** Restores the session of the refresh cookie, which `/login` sets without a token. */
    async restoreFromCookie(): Promise<void> {
      onChange(LOADING);
      const refreshed = await tokenRefresh
        .refresh(() => true)
        .catch((error: unknown) => {
          console.warn("Could not ask for the session", error);
          return null;
        });
      if (refreshed) await applySession(null);
      else if (!user) setState(SIGNED_OUT);
    },

    /** Handles a token that another tab has changed. A new token of the same account changes nothing here. */
    async handleTokenChange(): Promise<void> {
      const stored = tokens.get();
      if (!stored) return end();
      if (user && parseClaims(stored)?.subject === user.uid) return scheduleRefresh();
      onChange(LOADING);
      await applySession(null);
    },

    /** Applies changes of the account page: names, the photo, a new token after a password change. */
    applyAccountChange({ token, user: changed }: { token?: string; user: User }): void {
      if (token) tokenRefresh.store({ token });
      setState({ kind: "signedIn", user: changed });
    },

    /** Ends a session that the server has ended: the account was deleted, or signed out everywhere. */
    discard: () => discard(true),

    async signOut(): Promise<void> {
      const stored = tokens.get();
      end();
      try {
        const backend = await getBackend();
        await withRefreshLock(() => backend.signOut(stored));
      } catch (error) {
        console.error("Sign-out failed", error);
        throw error;
      }
    },

    async requestPasswordReset(email: string): Promise<void> {
      try {
        await (await getBackend()).requestPasswordReset(email);
      } catch (error) {
        console.error("Password reset failed", error);
        throw error;
      }
    },
  };
}

/** Whether a retry may succeed. Such a failure tells nothing about the session. */
function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function toSyncPayload(account: AccountResponse | null): SyncPayload {
  if (!account) return {};
  const { uid, email, firstName, lastName, photoURL } = account;
  return { uid, email, firstName, lastName, profileImageUrl: photoURL };
}
