/** Loads the map library when a map comes into view, and retries after network errors. R59, R60 */

const RETRIES = 3;

/** Milliseconds to wait before retry number `n` (1, 2, 3 …): n × 2^n. */
export function retryDelay(n: number): number {
  return n * 2 ** n;
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * A function that calls `attempt`, at most `RETRIES` more times, and rejects with the last error. Concurrent callers share
 * the attempts. After a failure it starts again.
 */
export function createLoader<T>(attempt: () => Promise<T>, wait = sleep): () => Promise<T> {
  let running: Promise<T> | null = null;
  const run = async (retry = 1): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (retry > RETRIES) {
        running = null;
        throw error;
      }
      await wait(retryDelay(retry));
      return run(retry + 1);
    }
  };
  return () => (running ??= run());
}

/** All maps of a page share it. */
export const loadBundle = createLoader(() => import("./maplibreBundle"));

export type MaplibreBundle = typeof import("./maplibreBundle");
