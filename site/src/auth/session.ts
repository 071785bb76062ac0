import { ApiError, isProviderSessionOver, ProviderError, type AccountResponse } from "@karst/client";
import { backoffMs, parseClaims, msUntilRefresh, type TokenStore } from "@/api/token";
import type {
  Credentials,
  AuthBackend,
  AuthResult,
  NewAccount,
  AuthBackendLoader,
  SignInConfig,
} from "./authBackend";
import type { FederatedProvider } from "./popup";
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
  backendLoader: AuthBackendLoader;
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
 * The session of one browser: stores the token, refreshes it in time and reports who is signed in (R33 to R42).
 *
 * Independent of React and of the page, so it is loaded only when a visitor has or wants a session.
 */
export function createSession(options: SessionOptions) {
  const { backendLoader, tokens, sync, onChange, onDeactivated, now = Date.now } = options;
  let user: User | null = null;
  let failures = 0;
  /** How far this clock is ahead of the token issuer's clock. Known after the first fresh token. */
  let clockSkewMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented when the signed-in account changes; responses to requests of an earlier generation are ignored. */
  let generation = 0;

  const msUntilDue = (token: string) => msUntilRefresh(token, now() - clockSkewMs);
  const isDue = (token: string) => msUntilDue(token) === 0;

  /** Stores a token that was issued just now. */
  function storeFreshToken(token: string): void {
    const claims = parseClaims(token);
    if (claims) clockSkewMs = now() - claims.issuedAtMs;
    tokens.set(token);
    failures = 0;
  }

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

  async function getBackend(): Promise<AuthBackend> {
    await initialize();
    return backendLoader.backend();
  }

  async function initialize(): Promise<SignInConfig> {
    try {
      return await backendLoader.initialize();
    } catch (error) {
      console.error("Failed to initialize sign-in", error);
      throw error;
    }
  }

  /**
   * Refreshes the token. Returns the stored one if it `isUsable`: another tab may have refreshed it while this one
   * waited. Returns null and signs out if the session is over. Throws if that is unknown.
   */
  async function refresh(isUsable: (token: string) => boolean): Promise<string | null> {
    const backend = await getBackend();
    return withRefreshLock(async () => {
      const stored = tokens.get();
      if (stored && isUsable(stored)) return stored;
      try {
        const token = await backend.refresh();
        storeFreshToken(token);
        return token;
      } catch (error) {
        if (!isSessionOver(error)) throw error;
        end();
        return null;
      }
    });
  }

  /** The token for a call, refreshed first if it is due; the stored one if the refresh fails (R40). */
  async function token(): Promise<string | null> {
    const stored = tokens.get();
    if (!stored || !isDue(stored)) return stored;
    try {
      return await refresh((candidate) => !isDue(candidate));
    } catch (error) {
      console.warn("Could not refresh token, using stored token", error);
      return stored;
    }
  }

  /** Schedules the next refresh: at 50 minutes or 5 before expiry, after failures with a backoff (R41). */
  function scheduleRefresh(): void {
    clearTimeout(timer);
    const stored = tokens.get();
    if (!user || !stored) return;
    // Never immediately: a token that always looks old must not cause endless refreshes.
    timer = setTimeout(
      refreshOnSchedule,
      failures > 0 ? backoffMs(failures) : Math.max(msUntilDue(stored), backoffMs(1)),
    );
  }

  async function refreshOnSchedule(): Promise<void> {
    try {
      await refresh((candidate) => !isDue(candidate));
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
        current = await refresh((candidate) => candidate !== refused).catch(() => null);
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
      storeFreshToken(result.token);
      const signedIn = await applySession(result.account, true);
      if (!signedIn) throw new Error("The session ended before it began");
      return signedIn;
    } catch (error) {
      console.error(`${label} failed`, error);
      throw error;
    }
  }

  return {
    initialize,
    token,
    signIn: (credentials: Credentials) =>
      authenticate("Sign-in", (backend) => withRefreshLock(() => backend.signIn(credentials))),
    // Without the lock: the popup may stay open for minutes, and other tabs must not wait that long for a token.
    signInWithProvider: (provider: FederatedProvider) =>
      authenticate("Sign-in", (backend) => backend.signInWithProvider(provider)),
    signUp: (account: NewAccount) =>
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
      const refreshed = await refresh(() => true).catch((error: unknown) => {
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
      if (token) storeFreshToken(token);
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

/** Whether an error means that the session is over. The built-in provider and the server answer 401 then (R34). */
function isSessionOver(error: unknown): boolean {
  return isProviderSessionOver(error) || (error instanceof ApiError && error.status === 401);
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

/**
 * Calls that set or use the refresh cookie run one at a time: in this tab and, if the browser has locks, in all tabs
 * and the console. A cookie that is used twice looks stolen and ends the session everywhere. A cookie that is set while
 * another tab refreshes the old one would be lost.
 */
let lastCall: Promise<unknown> = Promise.resolve();
function withRefreshLock<T>(run: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
  if (locks) return locks.request("karst.refresh", run) as Promise<T>;
  const call = lastCall.then(run, run);
  lastCall = call;
  return call;
}
