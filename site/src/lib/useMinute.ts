"use client";

import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
/** Timers may be a little early, and the minute before is not news. */
const LATE_MS = 40;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The minute that it is, in milliseconds; null while the page is hydrated, because its HTML is older than any. */
export function useMinute(): number | null {
  return useSyncExternalStore<number | null>(subscribe, minute, () => null);
}

function minute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}

/** One timer for all who listen, while the page is seen; whoever comes back to it is told at once. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    document.addEventListener("visibilitychange", tell);
    wait();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener("visibilitychange", tell);
    clearTimeout(timer);
  };
}

function tell() {
  for (const listener of listeners) listener();
  wait();
}

function wait() {
  clearTimeout(timer);
  if (document.visibilityState === "hidden") return;
  timer = setTimeout(tell, MINUTE_MS - (Date.now() % MINUTE_MS) + LATE_MS);
}
