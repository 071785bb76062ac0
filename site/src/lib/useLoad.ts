"use client";

import { useCallback, useEffect, useState } from "react";

/** The result of `load`, which runs once `isEnabled`, and again after a failure when `retry` is called. Null until then. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, isEnabled = true) {
  const [data, setData] = useState<T | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const mustLoad = isEnabled && data === null && !hasFailed;
  useEffect(() => {
    if (!mustLoad) return;
    const controller = new AbortController();
    load(controller.signal).then(setData, (error: unknown) => {
      if (controller.signal.aborted) return;
      console.warn("Data could not be loaded", error);
      setFailed(true);
    });
    return () => controller.abort();
  }, [mustLoad, load]);
  const retry = useCallback(() => setFailed(false), []);
  return { data, hasFailed, retry };
}
