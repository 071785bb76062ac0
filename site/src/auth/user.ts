import type { AccountResponse } from "@karst/client";
import type { Claims } from "@/api/token";
import { splitName } from "@/lib/names";

/** Who is signed in, as the site sees them (row 39). */
export type User = AccountResponse;

/**
 * Loading: not known yet, or somebody's token is being looked at. It ends on the first known state, or when the
 * provider cannot be set up (row 36).
 */
export type AuthState = { kind: "loading" } | { kind: "signedOut" } | { kind: "signedIn"; user: User };

export const LOADING: AuthState = { kind: "loading" };
export const SIGNED_OUT: AuthState = { kind: "signedOut" };

/**
 * Who somebody is taken for while the server cannot be asked: a viewer, active, with the names of the display name
 * (row 38). `account` is what signing in said, if that was just now; otherwise the token's claims have to do.
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
