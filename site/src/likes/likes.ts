export interface LikesOptions {
  /** Turns a like round on the server; answers how it stands then. */
  toggle: (id: number) => Promise<boolean>;
  /** Asks for the lists again that the like changes; [`Likes.know`] is told what they say. */
  refetch: () => Promise<void>;
  onSettled: (id: number, isLiked: boolean) => void;
  onFailure: (error: unknown) => void;
}

export type Likes = ReturnType<typeof createLikes>;

/**
 * Somebody's likes, as the hearts of a page show them: a heart flips when it is pressed, and flips back when the server
 * refuses (row 80). One place is told to the server by one call at a time; what is pressed meanwhile follows, so that
 * the last press decides.
 */
export function createLikes({ toggle, refetch, onSettled, onFailure }: LikesOptions) {
  /** As the server last listed them. */
  let kept: ReadonlySet<number> = new Set();
  /** Presses that the list does not show yet. */
  let wishes = new Map<number, boolean>();
  const running = new Set<number>();
  const listeners = new Set<() => void>();
  /** Grows when somebody else's likes are shown: answers to earlier calls are not theirs. */
  let turn = 0;

  const isLiked = (id: number) => wishes.get(id) ?? kept.has(id);

  function tell(): void {
    for (const listener of listeners) listener();
  }

  /** Tells the server until it stands as it was last wished. */
  async function settle(id: number): Promise<void> {
    const mine = turn;
    running.add(id);
    try {
      let stands: boolean;
      do stands = await toggle(id);
      while (mine === turn && stands !== wishes.get(id));
      if (mine === turn) onSettled(id, stands);
    } catch (error) {
      if (mine !== turn) return;
      wishes.delete(id);
      tell();
      onFailure(error);
    } finally {
      if (mine === turn) running.delete(id);
    }
    await refetch().catch(() => {}); // the wish was granted, and goes on being shown
  }

  return {
    isLiked,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The server's list. */
    know(ids: Iterable<number>): void {
      kept = new Set(ids);
      for (const id of [...wishes.keys()]) if (!running.has(id)) wishes.delete(id);
      tell();
    },
    /** Nobody, or somebody else, is signed in now. */
    forget(): void {
      turn += 1;
      kept = new Set();
      wishes = new Map();
      running.clear();
      tell();
    },
    /** A heart is pressed. Done when the server and the lists have followed. */
    async flip(id: number): Promise<void> {
      wishes.set(id, !isLiked(id));
      tell();
      if (!running.has(id)) await settle(id);
    },
  };
}
