export interface LikesOptions {
  /** Toggles a like on the server and returns its new state. */
  sendToggle: (id: number) => Promise<boolean>;
  /** Refetches the lists that a like changes, which calls [`Likes.setServerIds`]. */
  refetch: () => Promise<void>;
  onSuccess: (id: number, isLiked: boolean) => void;
  onFailure: (error: unknown) => void;
}

export type Likes = ReturnType<typeof createLikes>;

/**
 * The likes of an account with optimistic updates: a heart changes at once and changes back if the server refuses (R80).
 * There is one request at a time for each place. Toggles during a request follow it, so the last one decides.
 */
export function createLikes({ sendToggle, refetch, onSuccess, onFailure }: LikesOptions) {
  /** The liked places as last listed by the server. */
  let serverIds: ReadonlySet<number> = new Set();
  /** Toggles that the server's list does not show yet. */
  let optimistic = new Map<number, boolean>();
  const inFlight = new Set<number>();
  const listeners = new Set<() => void>();
  /** Incremented when the account changes; responses to requests of an earlier generation are ignored. */
  let generation = 0;

  const isLiked = (id: number) => optimistic.get(id) ?? serverIds.has(id);

  function emit(): void {
    for (const listener of listeners) listener();
  }

  /** Sends toggles until the server has the last chosen state. */
  async function syncWithServer(id: number): Promise<void> {
    const startedAt = generation;
    inFlight.add(id);
    try {
      let serverState: boolean;
      do serverState = await sendToggle(id);
      while (startedAt === generation && serverState !== optimistic.get(id));
      if (startedAt === generation) onSuccess(id, serverState);
    } catch (error) {
      if (startedAt !== generation) return;
      optimistic.delete(id);
      emit();
      onFailure(error);
    } finally {
      if (startedAt === generation) inFlight.delete(id);
    }
    await refetch().catch(() => {}); // the like was stored, and the optimistic state stays
  }

  return {
    isLiked,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Applies the server's list. */
    setServerIds(ids: Iterable<number>): void {
      serverIds = new Set(ids);
      for (const id of [...optimistic.keys()]) if (!inFlight.has(id)) optimistic.delete(id);
      emit();
    },
    /** Forgets all likes: the account has changed. */
    reset(): void {
      generation += 1;
      serverIds = new Set();
      optimistic = new Map();
      inFlight.clear();
      emit();
    },
    /** Toggles a heart. Resolves when the server and the lists have followed. */
    async toggle(id: number): Promise<void> {
      optimistic.set(id, !isLiked(id));
      emit();
      if (!inFlight.has(id)) await syncWithServer(id);
    },
  };
}
