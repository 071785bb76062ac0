import { describe, expect, it, vi } from "vitest";
import { createLoader, retryDelay } from "./loader";

/** A loader whose first `failures` attempts fail. */
function flakyLoader(failures: number) {
  const waits: number[] = [];
  let remainingFailures = failures;
  const attempt = vi.fn(async () => {
    remainingFailures -= 1;
    if (remainingFailures >= 0) throw new Error("offline");
    return "library";
  });
  const loader = createLoader(attempt, { wait: async (milliseconds) => void waits.push(milliseconds) });
  return { attempt, loader, waits };
}

// R60
describe("the map loader", () => {
  it("waits n × 2^n milliseconds before retry n", () => {
    expect([1, 2, 3].map(retryDelay)).toEqual([2, 8, 24]);
  });

  it("has the states initialized, loading and success", async () => {
    const { loader, attempt } = flakyLoader(0);
    expect(loader.state).toBe("initialized");
    const loaded = loader.load();
    expect(loader.state).toBe("loading");
    await expect(loaded).resolves.toBe("library");
    expect(loader.state).toBe("success");
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it("succeeds with the third retry", async () => {
    const { loader, attempt, waits } = flakyLoader(3);
    await expect(loader.load()).resolves.toBe("library");
    expect(attempt).toHaveBeenCalledTimes(4);
    expect(waits).toEqual([2, 8, 24]);
  });

  it("fails after the third retry with the last error", async () => {
    const { loader, attempt, waits } = flakyLoader(9);
    await expect(loader.load()).rejects.toThrow("offline");
    expect(loader.state).toBe("failure");
    expect(attempt).toHaveBeenCalledTimes(4);
    expect(waits).toEqual([2, 8, 24]);
  });

  it("starts again after a failure", async () => {
    const { loader } = flakyLoader(5);
    await expect(loader.load()).rejects.toThrow("offline");
    await expect(loader.load()).resolves.toBe("library");
    expect(loader.state).toBe("success");
  });

  it("shares one attempt between all maps of a page", async () => {
    const { loader, attempt } = flakyLoader(0);
    await Promise.all([loader.load(), loader.load()]);
    await loader.load();
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
