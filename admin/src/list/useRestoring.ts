import { useState } from "react";
import type { Identifier } from "react-admin";
import { useToast } from "../layout/Toasts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

/** How what was deleted comes back. */
export interface WayBack {
  /** The resources of the list and of its trash. */
  list: string;
  trash: string;
  restore: (id: number) => Promise<unknown>;
  words: { done: string; failed: string };
}

/** Takes one record out of the trash at a time, says how it went, and has the lists asked for anew. */
export function useRestoring({ list, trash, restore: ofId, words }: WayBack) {
  const [restoring, setRestoring] = useState<Identifier | null>(null);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();

  /** Whether it was done. */
  async function restore({ id }: { id: Identifier }): Promise<boolean> {
    setRestoring(id);
    try {
      await ask(() => ofId(Number(id)));
      toast.done(words.done);
      return true;
    } catch (error) {
      toast.failed(words.failed, error);
      return false;
    } finally {
      setRestoring(null);
      await renew([trash], [list]);
    }
  }
  return { restore, restoring };
}
