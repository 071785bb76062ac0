import { isProviderOver, ProviderError, Refused, type AccountResponse } from "@karst/client";
import { backoffMs, parseClaims, msUntilRefresh, type TokenStore } from "@/api/token";
import type { Credentials, AuthBackend, AuthResult, NewAccount, AuthBackendLoader, SignInConfig } from "./authBackend";
import type { FederatedProvider } from "./popup";
import { fallbackUser, LOADING, SIGNED_OUT, type AuthState, type User } from "./user";

/** What a client believes about itself; the server goes by the token alone. */
export interface SyncPayload {
  uid?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  profileImageUrl?: string | null;
}

export interface SessionOptions {
  provider: AuthBackendLoader;
  tokens: TokenStore;
  /** Makes the identity known to the backend and reads the account. */
  sync: (token: string, believed: SyncPayload) => Promise<AccountResponse>;
  onChange: (state: AuthState) => void;
  /** The account behind the session has been deactivated. */
  onDeactivated: () => void;
  now?: () => number;
}

export type Session = ReturnType<typeof createSession>;

/**
 * One browser's session: keeps the token, renews it in time, and says who is signed in.
 *
 * Free of React and of the page, which is why it can wait to be loaded until somebody has or wants a session.
 * Source: rows 33 to 42, decisions §2.
 */
export function createSession(parts: SessionOptions) {
  const { provider, tokens, sync, onChange, onDeactivated, now = Date.now } = parts;
  let user: User | null = null;
  let failures = 0;
  /** How far this clock is ahead of the one that dates the tokens; known once a token came fresh. */
  let aheadMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with each change of who is signed in: an answer to an earlier question is not listened to. */
  let turn = 0;

  const leftMs = (token: string) => msUntilRefresh(token, now() - aheadMs);
  const isDue = (token: string) => leftMs(token) === 0;

  /** Keeps a token that was made just now. */
  function keep(token: string): void {
    const claims = parseClaims(token);
    if (claims) aheadMs = now() - claims.issuedAtMs;
    tokens.keep(token);
    failures = 0;
  }

  function announce(state: AuthState): void {
    user = state.kind === "signedIn" ? state.user : null;
    onChange(state);
    schedule();
  }

  /** Forgets the session on this side. */
  function end(): void {
    turn += 1;
    tokens.keep(null);
    announce(SIGNED_OUT);
  }

  async function driver(): Promise<AuthBackend> {
    await initialise();
    return provider.driver();
  }

  async function initialise(): Promise<SignInConfig> {
    try {
      return await provider.initialise();
    } catch (error) {
      console.error("Failed to initialize sign-in", error);
      throw error;
    }
  }

  /**
   * The next token, or the one that is held if it `isGood`: another tab may have got it while this one waited. Null,
   * and signed out, when the session is over. Throws when that could not be found out.
   */
  async function renewed(isGood: (token: string) => boolean): Promise<string | null> {
    const used = await driver();
    return alone(async () => {
      const before = tokens.held();
      if (before && isGood(before)) return before;
      try {
        const token = await used.refresh();
        keep(token);
        return token;
      } catch (error) {
        if (!isOver(error)) throw error;
        end();
        return null;
      }
    });
  }

  /** The token for a call, renewed first when that is due; the stored one when that fails (row 40). */
  async function token(): Promise<string | null> {
    const held = tokens.held();
    if (!held || !isDue(held)) return held;
    try {
      return await renewed((other) => !isDue(other));
    } catch (error) {
      console.warn("Could not refresh token, using stored token", error);
      return held;
    }
  }

  /** Renews by itself: at 50 minutes, or 5 before the end; after a failure with growing patience (row 41). */
  function schedule(): void {
    clearTimeout(timer);
    const held = tokens.held();
    if (!user || !held) return;
    // Never at once: a token that always looks old must not be exchanged without end.
    timer = setTimeout(
      renewInTime,
      failures > 0 ? backoffMs(failures) : Math.max(leftMs(held), backoffMs(1)),
    );
  }

  async function renewInTime(): Promise<void> {
    try {
      await renewed((other) => !isDue(other));
    } catch (error) {
      failures += 1;
      console.error("Failed to refresh token", error);
    }
    schedule();
  }

  /** Whose the held token is, as the backend sees it; null when it is nobody's any more. */
  async function identify(account: AccountResponse | null): Promise<User | null> {
    let held = await token();
    for (const isLastTry of [false, true]) {
      if (!held) return null;
      try {
        return { ...(await sync(held, believedOf(account))) };
      } catch (error) {
        if (!(error instanceof Refused) || isPassing(error.status)) {
          console.error("Error syncing user with backend", error);
          return fallbackUser(account, parseClaims(held));
        }
        if (isLastTry || !isOver(error)) {
          console.error("Error syncing user with backend", error);
          return null;
        }
        // By this clock the token was good, by the server's it is not: the next one may be.
        const refused = held;
        held = await renewed((other) => other !== refused).catch(() => null);
      }
    }
    return null;
  }

  /**
   * An auth change: the identity is made known to the backend and becomes the current user (row 37). Who is deactivated
   * is told so; who `isEntering`, by the failure of that.
   */
  async function settle(account: AccountResponse | null, isEntering = false): Promise<User | null> {
    turn += 1;
    const mine = turn;
    const found = await identify(account);
    if (mine !== turn) return user;
    if (!found) end();
    else if (!found.isActive) {
      await dismiss(isEntering);
      if (isEntering) throw new ProviderError("user-disabled");
    } else announce({ kind: "signedIn", user: found });
    return user;
  }

  /** A deactivated account is signed out, here and on the server. */
  async function dismiss(isQuiet: boolean): Promise<void> {
    const held = tokens.held();
    end();
    if (!isQuiet) onDeactivated();
    const used = await driver();
    await used.signOut(held).catch((error: unknown) => console.warn("Could not sign out", error));
  }

  /** Runs what lets somebody in; its failures are logged and thrown on (row 33). */
  async function enter(what: string, act: (driver: AuthBackend) => Promise<AuthResult>): Promise<User> {
    try {
      const entry = await act(await driver());
      keep(entry.token);
      const settled = await settle(entry.account, true);
      if (!settled) throw new Error("The session ended before it began");
      return settled;
    } catch (error) {
      console.error(`${what} failed`, error);
      throw error;
    }
  }

  return {
    initialise,
    token,
    signIn: (credentials: Credentials) => enter("Sign-in", (used) => alone(() => used.signIn(credentials))),
    // Not alone: somebody may take minutes in the other window, and no tab must wait so long for its next token.
    signInWith: (other: FederatedProvider) => enter("Sign-in", (used) => used.signInWith(other)),
    signUp: (account: NewAccount) => enter("Sign-up", (used) => alone(() => used.signUp(account))),

    /** Picks up the session that the stored token belongs to. */
    async restore(): Promise<void> {
      if (!tokens.held()) return end();
      onChange(LOADING);
      await settle(null);
    },

    /** Picks up the session of the cookie, which `/login` sets without a token. */
    async restoreFromCookie(): Promise<void> {
      onChange(LOADING);
      const found = await renewed(() => true).catch((error: unknown) => {
        console.warn("Could not ask for the session", error);
        return null;
      });
      if (found) await settle(null);
      else if (!user) announce(SIGNED_OUT);
    },

    /** Another tab has changed the token. The same person's next token is no news. */
    async heard(): Promise<void> {
      const held = tokens.held();
      if (!held) return end();
      if (user && parseClaims(held)?.subject === user.uid) return schedule();
      onChange(LOADING);
      await settle(null);
    },

    /** Takes what the account's own page changed: names, the photo, a new token after another password. */
    adopt({ token, user: changed }: { token?: string; user: User }): void {
      if (token) keep(token);
      announce({ kind: "signedIn", user: changed });
    },

    /** Forgets a session that the server has ended: with its account, or everywhere. */
    forget: () => dismiss(true),

    async signOut(): Promise<void> {
      const held = tokens.held();
      end();
      try {
        const used = await driver();
        await alone(() => used.signOut(held));
      } catch (error) {
        console.error("Sign-out failed", error);
        throw error;
      }
    },

    async requestReset(email: string): Promise<void> {
      try {
        await (await driver()).requestReset(email);
      } catch (error) {
        console.error("Password reset failed", error);
        throw error;
      }
    },
  };
}

/** Whether a failure means that the session is over; the built-in provider and the backend say so with a 401 (row 34). */
function isOver(error: unknown): boolean {
  return isProviderOver(error) || (error instanceof Refused && error.status === 401);
}

/** Whether whoever is refused so may hear something else in a moment; it says nothing about the session. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function believedOf(account: AccountResponse | null): SyncPayload {
  if (!account) return {};
  const { uid, email, firstName, lastName, photoURL } = account;
  return { uid, email, firstName, lastName, profileImageUrl: photoURL };
}

/**
 * What sets or spends the cookie happens one at a time, in this tab and, where the browser has locks, in all of them and
 * the console: a cookie that is spent twice looks stolen, and ends the session everywhere; one that is set while another
 * tab renews the old would be lost.
 */
let last: Promise<unknown> = Promise.resolve();
function alone<T>(act: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
  if (locks) return locks.request("karst.refresh", act) as Promise<T>;
  const mine = last.then(act, act);
  last = mine;
  return mine;
}
