/**
 * What somebody wanted to do on a page and needs an account for. It is done after a sign-in on the same page, also where
 * that leads over the page of a provider; it is forgotten after ten minutes.
 */
export type PendingAction = { kind: "like"; id: number; name: string } | { kind: "share"; placeId: number | null };

const ITEM = "karst.wish";
const MAX_AGE_MS = 10 * 60 * 1000;

type Remembered = { wish: PendingAction; path: string; at: number };

export function storePendingAction(wish: PendingAction): void {
  try {
    sessionStorage.setItem(ITEM, JSON.stringify({ wish, path: location.pathname, at: Date.now() }));
  } catch {
    // Full, or forbidden: then it is asked for again.
  }
}

/** The wish of this kind that was made on this page; afterwards it is forgotten. Null without one. */
export function takePendingAction<Kind extends PendingAction["kind"]>(kind: Kind): Extract<PendingAction, { kind: Kind }> | null {
  try {
    const text = sessionStorage.getItem(ITEM);
    if (!text) return null;
    const { wish, path, at } = JSON.parse(text) as Remembered;
    if (wish.kind !== kind || path !== location.pathname) return null;
    sessionStorage.removeItem(ITEM);
    return Date.now() - at <= MAX_AGE_MS ? (wish as Extract<PendingAction, { kind: Kind }>) : null;
  } catch {
    return null;
  }
}
