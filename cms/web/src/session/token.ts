/** The access token: its storage, its claims and when to refresh it. Site and console share the session. */

export const TOKEN_KEY = "firebaseToken";

const MINUTE_MS = 60_000;
/** An older token is refreshed: before it is used, and on a timer (R40, R41). */
const MAX_AGE_MS = 50 * MINUTE_MS;
/** So is a token that expires sooner than this. */
const EXPIRY_MARGIN_MS = 5 * MINUTE_MS;
const MIN_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = 960_000;

export interface TokenStore {
  get(): string | null;
  set(token: string | null): void;
}

/** The browser's storage, at `key`. Without access to it, the token lasts as long as the page. */
export function createTokenStore(
  storage: () => Storage = () => localStorage,
  key: string = TOKEN_KEY,
): TokenStore {
  let inMemory: string | null = null;
  return {
    get() {
      try {
        return storage().getItem(key);
      } catch {
        return inMemory;
      }
    },
    set(token) {
      inMemory = token;
      try {
        if (token === null) storage().removeItem(key);
        else storage().setItem(key, token);
      } catch {
        // Storage is disabled: `inMemory` has the token.
      }
    },
  };
}

/** Whether a storage event may be about the token; `key` is null when everything was cleared. */
export function isTokenEvent({ key }: Pick<StorageEvent, "key">): boolean {
  return key === TOKEN_KEY || key === null;
}

/** The claims of a token. They are not verified here: only the server can do that. */
export interface Claims {
  /** The account's id at the issuer. */
  subject: string;
  issuedAtMs: number;
  expiresAtMs: number;
  email: string;
  displayName: string;
  photoURL: string | null;
}

/** The claims of a JWT, null if `token` is none. Tokens of the built-in provider have no names and no email. */
export function parseClaims(token: string): Claims | null {
  try {
    const base64 = (token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (typeof claims.sub !== "string" || typeof claims.iat !== "number" || typeof claims.exp !== "number")
      return null;
    const text = (claim: unknown) => (typeof claim === "string" ? claim : "");
    return {
      subject: claims.sub,
      issuedAtMs: claims.iat * 1000,
      expiresAtMs: claims.exp * 1000,
      email: text(claims.email),
      displayName: text(claims.name),
      photoURL: text(claims.picture) || null,
    };
  } catch {
    return null;
  }
}

/** Milliseconds until `token` is due for a refresh, 0 if it is: 50 minutes after issue or 5 before expiry. */
export function msUntilRefresh(token: string, now: number): number {
  const claims = parseClaims(token);
  if (!claims) return 0;
  return Math.max(0, Math.min(claims.issuedAtMs + MAX_AGE_MS, claims.expiresAtMs - EXPIRY_MARGIN_MS) - now);
}

/** The wait after the `failures`th failed refresh in a row (1, 2, 3 …): 30 s, doubling to 960 s. */
export function backoffMs(failures: number): number {
  return Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS);
}
