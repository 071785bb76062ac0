import {
  isProviderSessionOver,
  isUnauthorized,
  type ProfileResponse,
  type SessionResponse,
  type SignInRequest,
} from "@karst/client";
import type { Account } from "./permissions";

/** Shared with the site: who is signed in there is signed in here. */
export const TOKEN = "firebaseToken";
/** Who the token speaks for and when it was got; without it (the site wrote the token) a refresh asks. */
const HOLDER = "karst.console.session";

const MINUTE_MS = 60_000;
const OLD_MS = 50 * MINUTE_MS;
const SOON_MS = 5 * MINUTE_MS;

interface Holder {
  token: string;
  gotAt: number;
  expiresAt: number;
  user: Account;
}

export interface SessionCalls {
  signIn(entered: SignInRequest): Promise<SessionResponse>;
  /** The token after `held`, with the account as it is then; null: none is held. Refuses with a 401, or in the provider's words, when the session is over. */
  refresh(held: string | null): Promise<SessionResponse>;
  signOut(token: string): Promise<unknown>;
  /** What the person of this token can do about their account, and what they owe. */
  profile(token: string): Promise<Pick<ProfileResponse, "owesSecondFactor">>;
}

export type Session = ReturnType<typeof createSession>;

/**
 * Keeps the token and the account it speaks for.
 *
 * `current()` returns both, or null without a session. It first refreshes a token that is older than 50 minutes or within
 * 5 minutes of its end (R41). A refresh that fails for another reason than 401 is logged and the stored token is used
 * (R40), because it may still be valid.
 */
export function createSession(
  calls: SessionCalls,
  storage: Storage = localStorage,
  now: () => number = Date.now,
) {
  let refreshing: Promise<Holder | null> | null = null;
  let knownSignedOut = false;

  function stored(): Holder | null {
    const token = storage.getItem(TOKEN);
    const holder = parse(storage.getItem(HOLDER));
    return holder && holder.token === token ? holder : null;
  }

  function store(holder: Holder): Holder {
    // The token last: other tabs look when it changes, and find whose it is.
    storage.setItem(HOLDER, JSON.stringify(holder));
    storage.setItem(TOKEN, holder.token);
    knownSignedOut = false;
    return holder;
  }

  async function keep({ token, expiresAt, user }: SessionResponse): Promise<Holder> {
    const gotAt = now();
    const debt = await debtOf(token, user);
    return store({ token, gotAt, expiresAt: Date.parse(expiresAt), user: { ...user, ...debt } });
  }

  /** Whether the account must set up a second factor first. Travelers never have to. */
  async function debtOf(token: string, user: Account): Promise<Pick<Account, "owesSecondFactor">> {
    if (user.role === "viewer") return {};
    try {
      const { owesSecondFactor } = await calls.profile(token);
      return { owesSecondFactor };
    } catch (error) {
      // The server refuses what they may not, with a reason that leads on.
      console.warn("Could not read the profile", error);
      return {};
    }
  }

  function forget(): void {
    storage.removeItem(TOKEN);
    storage.removeItem(HOLDER);
    knownSignedOut = true;
  }

  function isFresh(holder: Holder): boolean {
    return now() - holder.gotAt < OLD_MS && holder.expiresAt - now() > SOON_MS;
  }

  async function refreshed(): Promise<Holder | null> {
    // Another tab may have refreshed while this one waited for the lock. Spending the old cookie a second
    // time would look like theft, and end the session everywhere.
    const before = stored();
    if (before && isFresh(before)) return before;
    try {
      return await keep(await calls.refresh(storage.getItem(TOKEN)));
    } catch (error) {
      if (isUnauthorized(error) || isProviderSessionOver(error)) {
        forget();
        return null;
      }
      console.warn("Could not refresh token, using stored token", error);
      return before;
    }
  }

  /** One refresh at a time, in this tab and, where the browser has locks, in all of them. */
  function refreshOnce(): Promise<Holder | null> {
    const alone = async () =>
      navigator.locks ? await navigator.locks.request("karst.refresh", refreshed) : refreshed();
    const running = refreshing ?? alone().finally(() => (refreshing = null));
    refreshing = running;
    return running;
  }

  async function current(): Promise<{ token: string; user: Account } | null> {
    const holder = stored();
    if (holder && isFresh(holder)) return holder;
    // Without a token the cookie alone may still hold a session (from /login), which is asked once per page load.
    if (!storage.getItem(TOKEN) && knownSignedOut) return null;
    return refreshOnce();
  }

  return {
    current,
    forget,
    async signIn(entered: SignInRequest): Promise<Account> {
      return (await keep(await calls.signIn(entered))).user;
    },
    /** Goes on with a session that began somewhere else than at the sign-in. */
    async take(view: SessionResponse): Promise<void> {
      await keep(view);
    },
    /** What is known of the account follows a change that was saved. */
    amend(changes: Partial<Account>): void {
      const holder = stored();
      if (holder) store({ ...holder, user: { ...holder.user, ...changes } });
    },
    /** Signs out here at once, and on the server if it can be reached. */
    async signOut(): Promise<void> {
      const token = storage.getItem(TOKEN);
      forget();
      if (token)
        await calls.signOut(token).catch((error: unknown) => console.warn("Could not sign out", error));
    },
  };
}

function parse(text: string | null): Holder | null {
  try {
    const holder = JSON.parse(text ?? "null") as Partial<Holder> | null;
    return holder?.token && holder.user && holder.gotAt && holder.expiresAt ? (holder as Holder) : null;
  } catch {
    return null;
  }
}
