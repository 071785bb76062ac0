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
  const load = createLoader(attempt, async (milliseconds) => void waits.push(milliseconds));
  return { attempt, load, waits };
}

// R60
describe("the map loader", () => {
  it("waits n × 2^n milliseconds before retry n", () => {
    expect([1, 2, 3].map(retryDelay)).toEqual([2, 8, 24]);
  });

  it("loads once without a failure", async () => {
    const { load, attempt } = flakyLoader(0);
    await expect(load()).resolves.toBe("library");
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it("succeeds with the third retry", async () => {
    const { load, attempt, waits } = flakyLoader(3);
    await expect(load()).resolves.toBe("library");
    expect(attempt).toHaveBeenCalledTimes(4);
    expect(waits).toEqual([2, 8, 24]);
  });

  it("fails after the third retry with the last error", async () => {
    const { load, attempt, waits } = flakyLoader(9);
    await expect(load()).rejects.toThrow("offline");
    expect(attempt).toHaveBeenCalledTimes(4);
    expect(waits).toEqual([2, 8, 24]);
  });

  it("starts again after a failure", async () => {
    const { load } = flakyLoader(5);
    await expect(load()).rejects.toThrow("offline");
    await expect(load()).resolves.toBe("library");
  });

  it("shares one attempt between all maps of a page", async () => {
    const { load, attempt } = flakyLoader(0);
    await Promise.all([load(), load()]);
    await load();
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
