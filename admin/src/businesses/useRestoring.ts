import { useState } from "react";
import type { Identifier } from "react-admin";
import { useToast } from "../layout/Toasts";
import { restorePlace } from "../resources";
import { texts } from "../texts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

const { done, failed } = texts.businesses;

/** Takes one place out of the trash at a time, says how it went, and has the lists asked for anew. */
export function useRestoring() {
  const [restoring, setRestoring] = useState<Identifier | null>(null);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();

  /** Whether it was done. */
  async function restore({ id }: { id: Identifier }): Promise<boolean> {
    setRestoring(id);
    try {
      await ask(() => restorePlace(Number(id)));
      toast.done(done.restore);
      return true;
    } catch (error) {
      toast.failed(failed.restore, error);
      return false;
    } finally {
      setRestoring(null);
      await renew(["trash"], ["businesses"]);
    }
  }
  return { restore, restoring };
}
