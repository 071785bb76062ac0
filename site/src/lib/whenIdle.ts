/** After this time the callback runs even if the browser is busy. */
const TIMEOUT_MS = 2_000;
const FALLBACK_DELAY_MS = 200;

/** Runs a callback when the browser is idle. Returns the function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  // Missing in Safari.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(callback, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}
