type Gtag = (command: "event", name: string, parameters: { event_category: string; method: string }) => void;

/**
 * Counts that somebody signed up or in (row 35). Says nothing to nobody unless the analytics script is on the page,
 * which it is only where the region has a measurement id and the visitor has agreed.
 */
export function countSignIn(event: "sign_up" | "login", method: string): void {
  const { gtag } = globalThis as { gtag?: Gtag };
  gtag?.("event", event, { event_category: "authentication", method });
}
