import { getAuthState, whenAuthResolved, subscribeToAuth } from "@/auth/authStore";
import { storePendingAction, takePendingAction } from "@/auth/pendingAction";
import { trackEvent } from "@/analytics/analytics";
import { notify, requestIdOf } from "@/ui/toast/toastStore";
import { t } from "@/messages/likes.gen";
import { createLikes } from "./likes";

/** The likes of this page. The API client is loaded when an account is signed in, so anonymous visits stay small. */

const loadQueries = () => import("./queries");

export const likes = createLikes({
  sendToggle: async (id) => (await loadQueries()).postLikeToggle(id),
  refetch: async () => (await loadQueries()).refetchLikedLists(),
  onSuccess: (id, isLiked) => {
    trackEvent("favorite", {
      category: "engagement",
      label: placeNames.get(id) ?? "",
      value: isLiked ? 1 : 0,
    });
  },
  onFailure: (error) => {
    // The session has ended: the toast is the same as without an account (R81).
    const isSessionOver = error instanceof Error && error.message.startsWith("401: ");
    notifyFailure(isSessionOver ? "signIn" : "failed", requestIdOf(error));
  },
});

/** The names of the toggled places, for analytics. */
const placeNames = new Map<number, string>();

/** The account whose likes are shown. */
let currentUid: string | null = null;
let unsubscribe = () => {};
let isInitialized = false;

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
  likes.reset();
  if (uid === null) return;
  loadQueries().then(
    ({ subscribeToLikes }) => {
      if (currentUid === uid) unsubscribe = subscribeToLikes(uid, handleServerIds);
    },
    (error: unknown) => console.warn("Failed to load the likes", error),
  );
}

/** Applies the server's list and a like that was attempted before the sign-in. */
function handleServerIds(ids: number[]): void {
  likes.setServerIds(ids);
  const pending = takePendingAction("like");
  if (pending && !likes.isLiked(pending.id)) void toggleLike(pending);
}

/** Toggles the like of a place. Without an account it asks for a sign-in and sends nothing (R81). */
export async function toggleLike({ id, name }: { id: number; name: string }): Promise<void> {
  const { kind } = await whenAuthResolved();
  if (kind !== "signedIn") {
    storePendingAction({ kind: "like", id, name });
    return notifyFailure("signIn");
  }
  placeNames.set(id, name);
  await likes.toggle(id);
}

function notifyFailure(reason: "signIn" | "failed", requestId?: string): void {
  notify({ title: t(`${reason}.title`), text: t(`${reason}.text`), requestId, tone: "destructive" });
}
