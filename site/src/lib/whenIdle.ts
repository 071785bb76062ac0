/** The longest that work waits for a browser which has always something else to do, in milliseconds. */
const LONGEST_MS = 2_000;

/** Does something when the browser has nothing else to do. Answers how to call it off. */
export function whenIdle(work: () => void): () => void {
  // Safari does not know it.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const ticket = requestIdleCallback(work, { timeout: LONGEST_MS });
  return () => cancelIdleCallback(ticket);
}
