/** Short notices over the page. Source: row 177. */

export const DURATION_MS = 5_000;
export const SWIPE_THRESHOLD_PX = 50;
export const HOTKEY = "F8";
/** How long a notice that was dismissed is remembered. */
export const REMOVE_AFTER_MS = 1_000_000;

export interface Toast {
  id: number;
  title: string;
  text?: string;
  /** The id of the call that failed, by which the server's log is found. */
  requestId?: string;
  /** Destructive: something did not work. */
  tone: "plain" | "destructive";
  isOpen: boolean;
}

export type ToastOptions = Pick<Toast, "title" | "text" | "requestId"> & Partial<Pick<Toast, "tone">>;

/** The id of a refused call, where there was an answer. It asks for no class, which would have to be loaded. */
export function requestIdOf(error: unknown): string | undefined {
  const { problem } = (error ?? {}) as { problem?: { requestId?: string } | null };
  return problem?.requestId || undefined;
}

/** The one notice there is, or null. A new one takes the place of the last. */
export function createToasts() {
  let toast: Toast | null = null;
  let nextId = 1;
  let removal: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Toast | null): void {
    toast = next;
    for (const listener of listeners) listener();
  }

  /** Closes the notice; it is forgotten much later. */
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
    /** Closes whatever notice is open: it is about something that has ended. */
    withdraw(): void {
      if (toast) dismiss(toast.id);
    },
  };
}

/** This page's notices. */
export const toasts = createToasts();

/** Says something without asking anything of whoever reads it. */
export function notify(notice: ToastOptions): void {
  toasts.show(notice);
}
