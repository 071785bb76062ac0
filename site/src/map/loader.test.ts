import { describe, expect, it, vi } from "vitest";
import { createLoader, retryDelay } from "./loader";

/** A network that fails `failures` times before it delivers. */
function flaky(failures: number) {
  const waits: number[] = [];
  let left = failures;
  const attempt = vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw new Error("offline");
    return "library";
  });
  const loader = createLoader(attempt, { wait: async (milliseconds) => void waits.push(milliseconds) });
  return { attempt, loader, waits };
}

describe("the map loader", () => {
  it("waits n × 2^n milliseconds before retry n", () => {
    expect([1, 2, 3].map(retryDelay)).toEqual([2, 8, 24]);
  });

  it("goes from initialized over loading to success", async () => {
    const { loader, attempt } = flaky(0);
    expect(loader.state).toBe("initialized");
    const loaded = loader.load();
    expect(loader.state).toBe("loading");
    await expect(loaded).resolves.toBe("library");
    expect(loader.state).toBe("success");
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it("tries three times more, and arrives with the third", async () => {
    const { loader, attempt, waits } = flaky(3);
    await expect(loader.load()).resolves.toBe("library");
    expect(attempt).toHaveBeenCalledTimes(4);
    expect(waits).toEqual([2, 8, 24]);
  });

  it("fails after the third retry, with the last error", async () => {
    const { loader, attempt, waits } = flaky(9);
    await expect(loader.load()).rejects.toThrow("offline");
    expect(loader.state).toBe("failure");
    expect(attempt).toHaveBeenCalledTimes(4);
    expect(waits).toEqual([2, 8, 24]);
  });

  it("starts over from failure when asked again", async () => {
    const { loader } = flaky(5);
    await expect(loader.load()).rejects.toThrow("offline");
    await expect(loader.load()).resolves.toBe("library");
    expect(loader.state).toBe("success");
  });

  it("loads once for all maps of a page", async () => {
    const { loader, attempt } = flaky(0);
    await Promise.all([loader.load(), loader.load()]);
    await loader.load();
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
