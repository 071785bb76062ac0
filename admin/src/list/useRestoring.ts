import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import type { Identifier } from "react-admin";
import { useToast } from "../layout/Toasts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

/** How deleted records are restored. */
export interface WayBack {
  restore: (id: number) => Promise<unknown>;
  words: { done: string; failed: string };
  /** The queries to refetch. */
  renews: readonly QueryKey[];
}

/** Restores one record at a time, shows the result, and refetches the queries that show it. */
export function useRestoring(wayBack: WayBack | undefined) {
  const [restoring, setRestoring] = useState<Identifier | null>(null);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();

  /** Resolves to whether the record was restored. */
  async function restore({ id }: { id: Identifier }): Promise<boolean> {
    if (!wayBack) return false;
    const { restore: ofId, words, renews } = wayBack;
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
      await renew(...renews);
    }
  }
  return { restore, restoring };
}
