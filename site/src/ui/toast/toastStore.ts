/** Short messages over the page (R177). */

export const DURATION_MS = 5_000;
export const SWIPE_THRESHOLD_PX = 50;
export const HOTKEY = "F8";
/** How long a dismissed toast stays in the store. */
export const REMOVE_AFTER_MS = 1_000_000;

export interface Toast {
  id: number;
  title: string;
  text?: string;
  /** The id of the failed request in the server's log. */
  requestId?: string;
  /** Destructive: an action failed. */
  tone: "plain" | "destructive";
  isOpen: boolean;
}

export type ToastOptions = Pick<Toast, "title" | "text" | "requestId"> & Partial<Pick<Toast, "tone">>;

/** The id of a failed request, if there was a response. Uses no error class, which would have to be loaded. */
export function requestIdOf(error: unknown): string | undefined {
  const { problem } = (error ?? {}) as { problem?: { requestId?: string } | null };
  return problem?.requestId || undefined;
}

/** A store of one toast. A new one replaces it. */
export function createToasts() {
  let toast: Toast | null = null;
  let nextId = 1;
  let removal: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Toast | null): void {
    toast = next;
    for (const listener of listeners) listener();
  }

  /** Closes the toast; it is removed much later. */
  function dismiss(id: number): void {
    if (toast?.id !== id || !toast.isOpen) return;
    set({ ...toast, isOpen: false });
    removal = setTimeout(() => set(null), REMOVE_AFTER_MS);
  }

  return {
    current: () => toast,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show({ title, text, requestId, tone = "plain" }: ToastOptions): void {
      clearTimeout(removal);
      set({ id: nextId, title, text, requestId, tone, isOpen: true });
      nextId += 1;
    },
    dismiss,
    /** Closes the current toast because its subject has ended. */
    dismissCurrent(): void {
      if (toast) dismiss(toast.id);
    },
  };
}

/** The toasts of this page. */
export const toasts = createToasts();

/** Shows a toast. */
export function notify(options: ToastOptions): void {
  toasts.show(options);
}
