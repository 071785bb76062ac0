import { getAuthState, whenAuthResolved, subscribeToAuth } from "@/auth/authStore";
import { storePendingAction, takePendingAction } from "@/auth/pendingAction";
import { trackEvent } from "@/analytics/analytics";
import { notify, requestIdOf } from "@/ui/toast/toastStore";
import { t } from "@/messages/likes.gen";

/** The likes of this page. The query cache is loaded when an account is signed in, so anonymous visits stay small. */

const loadQueries = () => import("./queries");

let likedIds: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

/** The account whose likes are shown. */
let currentUid: string | null = null;
let unsubscribe = () => {};
let isInitialized = false;

export const isLiked = (id: number) => likedIds.has(id);

export function subscribeToLikes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setLikedIds(ids: ReadonlySet<number>): void {
  likedIds = ids;
  for (const listener of listeners) listener();
}

/** Shows the likes of the signed-in account, from the first call on. */
export function initializeLikes(): void {
  if (isInitialized) return;
  isInitialized = true;
  subscribeToAuth(handleAuthChange);
  handleAuthChange();
}

function handleAuthChange(): void {
  const state = getAuthState();
  const uid = state.kind === "signedIn" ? state.user.uid : null;
  // While the state is loading again (another tab changed the session), the shown likes stay.
  if (uid === currentUid || state.kind === "loading") return;
  currentUid = uid;
  unsubscribe();
  unsubscribe = () => {};
  setLikedIds(new Set());
  if (uid === null) return;
  loadQueries().then(
    ({ observeLikes }) => {
      if (currentUid === uid) unsubscribe = observeLikes(uid, handleLikes);
    },
    (error: unknown) => console.warn("Failed to load the likes", error),
  );
}

/** Applies the likes and, once the list has loaded, a like that was attempted before the sign-in. */
function handleLikes(ids: ReadonlySet<number>, isLoaded: boolean): void {
  setLikedIds(ids);
  const pending = isLoaded && takePendingAction("like");
  if (pending && !isLiked(pending.id)) void toggleLike(pending);
}

/** Toggles the like of a place. Without an account it asks for a sign-in and sends nothing (R81). */
export async function toggleLike({ id, name }: { id: number; name: string }): Promise<void> {
  const state = await whenAuthResolved();
  if (state.kind !== "signedIn") {
    storePendingAction({ kind: "like", id, name });
    return notifyFailure("signIn");
  }
  const { uid } = state.user;
  try {
    const { mutateLike } = await loadQueries();
    const like = { businessId: id, isLiked: !isLiked(id) };
    await mutateLike(uid, like);
    if (currentUid !== uid) return;
    trackEvent("favorite", { category: "engagement", label: name, value: like.isLiked ? 1 : 0 });
  } catch (error) {
    if (currentUid !== uid) return;
    // The session has ended: the toast is the same as without an account (R81).
    const isSessionOver = error instanceof Error && error.message.startsWith("401: ");
    notifyFailure(isSessionOver ? "signIn" : "failed", requestIdOf(error));
  }
}

function notifyFailure(reason: "signIn" | "failed", requestId?: string): void {
  notify({ title: t(`${reason}.title`), text: t(`${reason}.text`), requestId, tone: "destructive" });
}
