import { isTokenEvent, createTokenStore } from "@karst/web/session/token";
import type { Session } from "./session";
import { LOADING, SIGNED_OUT, type AuthState } from "./user";

/**
 * The authentication state of this page. The code that signs in is loaded only with a stored token or on demand, so
 * anonymous visits stay small.
 */

const tokens = createTokenStore();
const listeners = new Set<() => void>();
let state: AuthState = LOADING;
let sessionPromise: Promise<Session> | null = null;

export const getAuthState = () => state;

export function subscribeToAuth(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setState(next: AuthState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Resolves with the first state that is not loading. */
export function whenAuthResolved(): Promise<AuthState> {
  if (state.kind !== "loading") return Promise.resolve(state);
  return new Promise((resolve) => {
    const unsubscribe = subscribeToAuth(() => {
      if (state.kind === "loading") return;
      unsubscribe();
      resolve(state);
    });
  });
}

/** Loads the session's code once. After a failure the next call tries again. */
export function getSession(): Promise<Session> {
  sessionPromise ??= import("./createBrowserSession").then(
    ({ createBrowserSession }) => createBrowserSession(tokens, setState),
    (error: unknown) => {
      sessionPromise = null;
      throw error;
    },
  );
  return sessionPromise;
}

/** Restores the session and follows changes by other tabs. Returns the cleanup function. */
export function initializeAuth(): () => void {
  if (tokens.get()) updateSession((session) => session.restore());
  else if (cameFromLogin()) updateSession((session) => session.restoreFromCookie());
  else setState(SIGNED_OUT);

  const handleTokenChange = () => {
    if (sessionPromise || tokens.get()) updateSession((session) => session.handleTokenChange());
  };
  const onStorage = (event: StorageEvent) => {
    if (isTokenEvent(event)) handleTokenChange();
  };
  // A page in the back/forward cache has received no storage events.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) handleTokenChange();
  };
  addEventListener("storage", onStorage);
  addEventListener("pageshow", onPageShow);
  return () => {
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", onPageShow);
  };
}

function updateSession(update: (session: Session) => Promise<void>): void {
  getSession()
    .then(update)
    .catch((error: unknown) => {
      console.error("Failed to initialize sign-in", error);
      setState(SIGNED_OUT);
    });
}

/**
 * Whether the referrer is the server's sign-in page or the redirect of a federated sign-in that began there. They set
 * a cookie, which scripts cannot read, and no token.
 */
function cameFromLogin(): boolean {
  if (!document.referrer) return false;
  const { origin, pathname } = new URL(document.referrer);
  return origin === location.origin && /^\/(login|api\/auth\/federated)(\/|$)/.test(pathname);
}
