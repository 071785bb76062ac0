/** Why another provider's sign-in did not come to an end: its library's code (row 33), or the server's. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";

  constructor(readonly code: string) {
    super(`The sign-in ended with ${code}`);
  }
}

/** Firebase's words for a session that is over (row 34), and ours for one that it does not know. */
const OVER = new Set(["user-disabled", "user-token-expired", "user-not-found", "no-current-user"]);

/** Whether `error` is another provider's way of saying that the session is over. */
export function isProviderOver(error: unknown): boolean {
  return error instanceof ProviderError && OVER.has(error.code);
}
