/** Why a sign-in at another provider failed: its library's code (R33), or the server's. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";

  constructor(readonly code: string) {
    super(`The sign-in ended with ${code}`);
  }
}

/** Firebase's codes for a session that is over (R34), and ours for one that it does not know. */
const OVER = new Set(["user-disabled", "user-token-expired", "user-not-found", "no-current-user"]);

/** Whether `error` is another provider's way of saying that the session is over. */
export function isProviderOver(error: unknown): boolean {
  return error instanceof ProviderError && OVER.has(error.code);
}
