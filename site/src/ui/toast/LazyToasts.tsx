"use client";

import { useEffect, useState, useSyncExternalStore, type ComponentType } from "react";
import { toasts, type Toast } from "./toastStore";

/** Where notices appear. What draws them is loaded with the first one: most visits have none. */
export function LazyToasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, () => null);
  const [Drawn, setDrawn] = useState<ComponentType<{ toast: Toast | null }>>();
  const isWanted = toast !== null;
  useEffect(() => {
    if (!isWanted) return;
    import("./Toasts").then(
      ({ Toasts }) => setDrawn(() => Toasts),
      (error: unknown) => console.warn("Notices cannot be shown", error),
    );
  }, [isWanted]);
  return Drawn ? <Drawn toast={toast} /> : null;
}
