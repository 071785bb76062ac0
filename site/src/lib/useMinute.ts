"use client";

import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
/** Timers may fire a little early, still in the previous minute. */
const DELAY_MS = 40;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The current minute in milliseconds; null during hydration, because the HTML is older. */
export function useMinute(): number | null {
  return useSyncExternalStore<number | null>(subscribeToMinutes, currentMinute, () => null);
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}

/** One timer for all listeners while the page is visible. When it becomes visible again, they are notified at once. */
export function subscribeToMinutes(listener: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener("visibilitychange", notify);
    schedule();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener("visibilitychange", notify);
    clearTimeout(timer);
  };
}

function notify() {
  for (const listener of listeners) listener();
  schedule();
}

function schedule() {
  clearTimeout(timer);
  if (document.visibilityState === "hidden") return;
  timer = setTimeout(notify, MINUTE_MS - (Date.now() % MINUTE_MS) + DELAY_MS);
}
