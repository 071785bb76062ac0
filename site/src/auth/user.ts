import type { AccountResponse } from "@karst/client";
import type { Claims } from "@karst/web/session/token";
import { splitName } from "@/lib/names";

/** The signed-in account (R39). */
export type User = AccountResponse;

/**
 * Loading: not known yet, or a stored token is being checked. It ends with the first known state, or when the provider
 * cannot be set up (R36).
 */
export type AuthState = { kind: "loading" } | { kind: "signedOut" } | { kind: "signedIn"; user: User };

export const LOADING: AuthState = { kind: "loading" };
export const SIGNED_OUT: AuthState = { kind: "signedOut" };

/**
 * The assumed account while the server cannot be reached: an active viewer, named by the display name (R38). `account`
 * is the result of a sign-in; without one the token's claims are used.
 */
export function fallbackUser(account: AccountResponse | null, claims: Claims | null): User {
  const displayName = account?.displayName ?? claims?.displayName ?? "";
  return {
    uid: account?.uid ?? claims?.subject ?? "",
    email: account?.email ?? claims?.email ?? "",
    displayName,
    photoURL: account?.photoURL ?? claims?.photoURL ?? null,
    role: "viewer",
    isActive: true,
    ...splitName(displayName),
  };
}
