import { ApiError, isProviderSessionOver } from "@karst/client";
import { msUntilRefresh, parseClaims, type TokenStore } from "./token";

export interface TokenRefreshOptions<Result extends { token: string }> {
  tokens: TokenStore;
  /** The identity provider. Its `refresh` gets the stored token and throws if the session is over. */
  backend: () => Promise<{ refresh: (stored: string | null) => Promise<Result> }>;
  /** Stores what belongs to a fresh token. Runs before the token is stored, because other tabs read both then. */
  onStore?: (result: Result) => void;
  /** The session is over: forgets it. */
  onSessionOver: () => void;
  now?: () => number;
}

/** Refreshes the token in time, for the site and the console. It is stored for all tabs. */
export function createTokenRefresh<Result extends { token: string }>(options: TokenRefreshOptions<Result>) {
  const { tokens, backend, onStore, onSessionOver, now = Date.now } = options;
  /** How far this clock is ahead of the token issuer's clock. Known after the first fresh token. */
  let clockSkewMs = 0;
  let refreshing: Promise<string | null> | null = null;

  const msUntilDue = (token: string) => msUntilRefresh(token, now() - clockSkewMs);
  const isFresh = (token: string) => msUntilDue(token) > 0;

  /** Stores a token that was issued just now. */
  function store(result: Result): void {
    const claims = parseClaims(result.token);
    if (claims) clockSkewMs = now() - claims.issuedAtMs;
    onStore?.(result);
    tokens.set(result.token);
  }

  /**
   * Refreshes the token. Returns the stored one if it `isUsable`: another tab may have refreshed it while this one
   * waited. Returns null and ends the session if it is over. Throws if that is unknown.
   */
  async function refresh(isUsable: (token: string) => boolean = isFresh): Promise<string | null> {
    const provider = await backend();
    return withRefreshLock(async () => {
      const stored = tokens.get();
      if (stored && isUsable(stored)) return stored;
      try {
        const result = await provider.refresh(stored);
        // Signed out meanwhile: the new token must not bring the session back.
        if (stored && !tokens.get()) return null;
        store(result);
        return result.token;
      } catch (error) {
        if (!isSessionOver(error)) throw error;
        onSessionOver();
        return null;
      }
    });
  }

  /** The token for a call, refreshed first if it is not `isUsable`; the stored one if the refresh fails (R40). */
  async function token(isUsable: (token: string) => boolean = isFresh): Promise<string | null> {
    const stored = tokens.get();
    if (stored && isUsable(stored)) return stored;
    try {
      return await (refreshing ??= refresh(isUsable).finally(() => (refreshing = null)));
    } catch (error) {
      console.warn("Could not refresh token, using stored token", error);
      return stored;
    }
  }

  return { msUntilDue, isFresh, store, refresh, token };
}

/** Whether an error means that the session is over. The built-in provider and the server answer 401 then (R34). */
export function isSessionOver(error: unknown): boolean {
  return isProviderSessionOver(error) || (error instanceof ApiError && error.status === 401);
}

/**
 * Calls that set or use the refresh cookie run one at a time: in this tab and, if the browser has locks, in all tabs of
 * site and console. A cookie that is used twice looks stolen and ends the session everywhere. A cookie that is set while
 * another tab refreshes the old one would be lost.
 */
let lastCall: Promise<unknown> = Promise.resolve();
export function withRefreshLock<T>(run: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
  if (locks) return locks.request("karst.refresh", run) as Promise<T>;
  const call = lastCall.then(run, run);
  lastCall = call;
  return call;
}
