"use client";

import { useEffect, useState, useSyncExternalStore, type ComponentType } from "react";
import { toasts, type Toast } from "./toastStore";

/** Loads the toasts with the first one: most visits have none. */
export function LazyToasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, () => null);
  const [ToastsComponent, setToastsComponent] = useState<ComponentType<{ toast: Toast | null }>>();
  const hasToast = toast !== null;
  useEffect(() => {
    if (!hasToast) return;
    import("./Toasts").then(
      ({ Toasts }) => setToastsComponent(() => Toasts),
      (error: unknown) => console.warn("Failed to load the toasts", error),
    );
  }, [hasToast]);
  return ToastsComponent ? <ToastsComponent toast={toast} /> : null;
}
