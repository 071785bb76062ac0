/**
 * Loads the map library when a map comes into view, and retries after network errors. R59, R60
 *
 * initialized → loading → success, or failure after `retries` more attempts. After a failure, `load()` starts again.
 */

type LoaderState = "initialized" | "loading" | "success" | "failure";

const RETRIES = 3;

/** Milliseconds to wait before retry number `n` (1, 2, 3 …): n × 2^n. */
export function retryDelay(n: number): number {
  return n * 2 ** n;
}

type Loader<T> = {
  readonly state: LoaderState;
  /** Concurrent callers share one attempt. Rejects with the last error. */
  load(): Promise<T>;
};

type LoaderOptions = { retries?: number; wait?: (milliseconds: number) => Promise<void> };

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** `attempt` is called once, and at most `retries` more times. */
export function createLoader<T>(
  attempt: () => Promise<T>,
  { retries = RETRIES, wait = sleep }: LoaderOptions = {},
): Loader<T> {
  let state: LoaderState = "initialized";
  let running: Promise<T> | null = null;

  const run = async (): Promise<T> => {
    for (let retry = 1; ; retry += 1) {
      try {
        const loaded = await attempt();
        state = "success";
        return loaded;
      } catch (error) {
        if (retry > retries) {
          state = "failure";
          throw error;
        }
        await wait(retryDelay(retry));
      }
    }
  };

  return {
    get state() {
      return state;
    },
    load() {
      if (!running || state === "failure") {
        state = "loading";
        running = run();
      }
      return running;
    },
  };
}

/** The loader that all maps of a page share. */
export const bundleLoader = createLoader(() => import("./maplibreBundle"));

export type MaplibreBundle = typeof import("./maplibreBundle");
