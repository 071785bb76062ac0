import { isTokenEvent, createTokenStore } from "@/api/token";
import type { Session } from "./session";
import { LOADING, SIGNED_OUT, type AuthState } from "./user";

/**
 * Who is signed in on this page, without what it takes to sign in: that is loaded when there is a token, or when
 * somebody wants one. A stranger's visit needs no more than this.
 */

const tokens = createTokenStore();
const listeners = new Set<() => void>();
let state: AuthState = LOADING;
let opened: Promise<Session> | null = null;

export const getAuthState = () => state;

export function subscribeToAuth(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: AuthState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Who is signed in, as soon as that is known. */
export function whenAuthResolved(): Promise<AuthState> {
  if (state.kind !== "loading") return Promise.resolve(state);
  return new Promise((resolve) => {
    const stop = subscribeToAuth(() => {
      if (state.kind === "loading") return;
      stop();
      resolve(state);
    });
  });
}

/** The session's own code, fetched once; a fetch that failed is tried again by whoever asks next. */
export function getSession(): Promise<Session> {
  opened ??= import("./createBrowserSession").then(
    ({ createBrowserSession }) => createBrowserSession(tokens, set),
    (error: unknown) => {
      opened = null;
      throw error;
    },
  );
  return opened;
}

/** Finds out who is signed in, and stays with it when other tabs change it. Returns how to stop. */
export function initializeAuth(): () => void {
  if (tokens.held()) pickUp((held) => held.restore());
  else if (cameFromLogin()) pickUp((held) => held.restoreFromCookie());
  else set(SIGNED_OUT);

  const hear = () => {
    if (opened || tokens.held()) pickUp((held) => held.heard());
  };
  const onStorage = (event: StorageEvent) => {
    if (isTokenEvent(event)) hear();
  };
  // A page that was put aside heard nothing meanwhile.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) hear();
  };
  addEventListener("storage", onStorage);
  addEventListener("pageshow", onShow);
  return () => {
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", onShow);
  };
}

function pickUp(action: (session: Session) => Promise<void>): void {
  getSession()
    .then(act)
    .catch((error: unknown) => {
      console.error("Failed to initialize sign-in", error);
      set(SIGNED_OUT);
    });
}

/**
 * Whether the server's own sign-in page led here, or the way back from another provider that began there: they leave a
 * cookie, which no script can see, and no token.
 */
function cameFromLogin(): boolean {
  if (!document.referrer) return false;
  const { origin, pathname } = new URL(document.referrer);
  return origin === location.origin && /^\/(login|api\/auth\/federated)(\/|$)/.test(pathname);
}
