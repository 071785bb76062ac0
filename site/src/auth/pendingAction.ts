/**
 * An action that needs an account and was attempted without one. It runs after a sign-in on the same page, even if that
 * sign-in left the page for a provider's. It expires after ten minutes.
 */
export type PendingAction =
  { kind: "like"; id: number; name: string } | { kind: "share"; placeId: number | null };

const STORAGE_KEY = "karst.pendingAction";
const MAX_AGE_MS = 10 * 60 * 1000;

type StoredAction = { action: PendingAction; path: string; storedAt: number };

export function storePendingAction(action: PendingAction): void {
  try {
    sessionStorage.setItem(
      STORAGE_KEY,
      JSON.stringify({ action, path: location.pathname, storedAt: Date.now() }),
    );
  } catch {
    // Storage is full or disabled: the traveler repeats the action.
  }
}

/** Removes and returns the pending action of this kind from this page, null if there is none. */
export function takePendingAction<Kind extends PendingAction["kind"]>(
  kind: Kind,
): Extract<PendingAction, { kind: Kind }> | null {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY);
    if (!text) return null;
    const { action, path, storedAt } = JSON.parse(text) as StoredAction;
    if (action.kind !== kind || path !== location.pathname) return null;
    sessionStorage.removeItem(STORAGE_KEY);
    return Date.now() - storedAt <= MAX_AGE_MS ? (action as Extract<PendingAction, { kind: Kind }>) : null;
  } catch {
    return null;
  }
}
