import { getAuthState, whenAuthResolved, subscribeToAuth } from "@/auth/authStore";
import { storePendingAction, takePendingAction } from "@/auth/pendingAction";
import { countEvent } from "@/analytics/analytics";
import { notify, requestIdOf } from "@/ui/toast/toastStore";
import { likesTexts } from "@/texts/likes";
import { createLikes } from "./likes";

/**
 * The hearts of this page. What it takes to ask the server is loaded when somebody is signed in: a stranger's visit
 * needs no more than this.
 */

const calls = () => import("./queries");

export const likes = createLikes({
  toggle: async (id) => (await calls()).postLikeToggle(id),
  refetch: async () => (await calls()).refetchLikedLists(),
  onSettled: (id, isLiked) => {
    countEvent("favorite", { category: "engagement", label: names.get(id) ?? "", value: isLiked ? 1 : 0 });
  },
  onFailure: (error) => {
    // A session that ended unnoticed: the same words as for a stranger (row 81).
    const isOver = error instanceof Error && error.message.startsWith("401: ");
    const words = isOver ? likesTexts.signIn : likesTexts.failed;
    notify({ ...words, requestId: requestIdOf(error), tone: "destructive" });
  },
});

/** What the places whose hearts were pressed are called. */
const names = new Map<number, string>();

/** Whose likes are shown. */
let whose: string | null = null;
let stop = () => {};
let isFollowing = false;

/** Shows the likes of whoever signs in on this page, from the first call on. */
export function initializeLikes(): void {
  if (isFollowing) return;
  isFollowing = true;
  subscribeToAuth(turn);
  turn();
}

function turn(): void {
  const state = getAuthState();
  const uid = state.kind === "signedIn" ? state.user.uid : null;
  // While it is not known again (another tab renewed the session), what is shown stays.
  if (uid === whose || state.kind === "loading") return;
  whose = uid;
  stop();
  stop = () => {};
  likes.forget();
  if (uid === null) return;
  calls().then(
    ({ subscribeToLikes }) => {
      if (whose === uid) stop = subscribeToLikes(uid, know);
    },
    (error: unknown) => console.warn("The likes could not be read", error),
  );
}

/** The likes are known: the heart that was pressed before the sign-in lights, unless it is lit already. */
function know(ids: number[]): void {
  likes.know(ids);
  const wish = takePendingAction("like");
  if (wish && !likes.isLiked(wish.id)) void toggleLike(wish);
}

/** A heart is pressed. A stranger is asked to sign in, and nothing is sent until then (row 81). */
export async function toggleLike({ id, name }: { id: number; name: string }): Promise<void> {
  const { kind } = await whenAuthResolved();
  if (kind !== "signedIn") {
    storePendingAction({ kind: "like", id, name });
    return notify({ ...likesTexts.signIn, tone: "destructive" });
  }
  names.set(id, name);
  await likes.flip(id);
}
