/** The access token: where it is kept, and when it is time for the next. Shared with the console. */

const KEY = "firebaseToken";

const MINUTE_MS = 60_000;
/** A token older than this is exchanged before it is used, and by itself (specification, section 9). */
export const MAX_AGE_MS = 50 * MINUTE_MS;
/** So is one that ends sooner than this. */
export const EXPIRY_MARGIN_MS = 5 * MINUTE_MS;
const FIRST_BACKOFF_MS = 30_000;
const LAST_BACKOFF_MS = 960_000;

export interface TokenStore {
  held(): string | null;
  keep(token: string | null): void;
}

/** The browser's storage; a page that is refused it keeps the token as long as it is open. */
export function createTokenStore(storage: () => Storage = () => localStorage): TokenStore {
  let spare: string | null = null;
  return {
    held() {
      try {
        return storage().getItem(KEY);
      } catch {
        return spare;
      }
    },
    keep(token) {
      spare = token;
      try {
        if (token === null) storage().removeItem(KEY);
        else storage().setItem(KEY, token);
      } catch {
        // Storage that is switched off: `spare` has it.
      }
    },
  };
}

/** Whether a storage event may be about the token; `key` is null when everything was cleared. */
export function isTokenEvent({ key }: Pick<StorageEvent, "key">): boolean {
  return key === KEY || key === null;
}

/** What a token says of itself. Nothing here is verified: that is the server's part. */
export interface Claims {
  /** Whose it is, as its maker calls them. */
  subject: string;
  issuedAtMs: number;
  endsAtMs: number;
  email: string;
  displayName: string;
  photoURL: string | null;
}

/** The claims of a JWT; null for what is none. The built-in provider's tokens name only their subject. */
export function parseClaims(token: string): Claims | null {
  try {
    const body = (token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
    const said = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (typeof said.sub !== "string" || typeof said.iat !== "number" || typeof said.exp !== "number")
      return null;
    const text = (claim: unknown) => (typeof claim === "string" ? claim : "");
    return {
      subject: said.sub,
      issuedAtMs: said.iat * 1000,
      endsAtMs: said.exp * 1000,
      email: text(said.email),
      displayName: text(said.name),
      photoURL: text(said.picture) || null,
    };
  } catch {
    return null;
  }
}

/** Milliseconds until `token` wants to be exchanged: at 50 minutes, or 5 minutes before its end. 0 when that is past. */
export function msUntilRefresh(token: string, now: number): number {
  const claims = parseClaims(token);
  if (!claims) return 0;
  return Math.max(0, Math.min(claims.issuedAtMs + MAX_AGE_MS, claims.endsAtMs - EXPIRY_MARGIN_MS) - now);
}

/** How long to wait after the `failures`th failed refresh in a row (1, 2, 3 …): 30 s, doubling to 960 s. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LAST_BACKOFF_MS);
}
