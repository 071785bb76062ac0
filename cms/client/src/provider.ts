/** A failed sign-in at an identity provider; `code` is from its library (R33) or from the server. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";

  constructor(readonly code: string) {
    super(`The sign-in ended with ${code}`);
  }
}

/** Firebase's codes for a session that is over (R34), and our own if it has no current user. */
const SESSION_OVER_CODES = new Set([
  "user-disabled",
  "user-token-expired",
  "user-not-found",
  "no-current-user",
]);

/** Whether `error` says that the session at the identity provider is over. */
export function isProviderSessionOver(error: unknown): boolean {
  return error instanceof ProviderError && SESSION_OVER_CODES.has(error.code);
}
