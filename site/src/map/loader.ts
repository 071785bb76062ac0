/**
 * Loads the map library when a map is about to be seen, and tries again when the network fails.
 *
 * initialized → loading → success, or, after `retries` further attempts, failure. From failure, `load()` starts over.
 * Source: rows 59 and 60, product specification §9 "Maps".
 */

export type LoaderState = "initialized" | "loading" | "success" | "failure";

export const RETRIES = 3;

/** Milliseconds to wait before retry number `n` (1, 2, 3 …): n × 2^n. */
export function retryDelay(n: number): number {
  return n * 2 ** n;
}

export type Loader<T> = {
  readonly state: LoaderState;
  /** The loaded thing. One attempt is shared by all who ask meanwhile; rejects with the last error. */
  load(): Promise<T>;
};

type LoaderOptions = { retries?: number; wait?: (milliseconds: number) => Promise<void> };

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A loader around `attempt`, which is called once and then at most `retries` times more. */
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

/** The one loader of this page: the library, its worker's address, its styles and our marker drawings. */
export const mapEngine = createLoader(() => import("./maplibreBundle"));

/** What {@link mapEngine} gives. */
export type Engine = typeof import("./maplibreBundle");
