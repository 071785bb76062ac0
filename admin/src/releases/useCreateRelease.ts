import type { Release } from "@karst/client";
import { useState } from "react";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/releases.gen";
import { createRelease } from "../resources/releases";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { RELEASES } from "./release";

/** Creates a release. Null if that failed. */
export function useCreateRelease() {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);

  async function create(name: string): Promise<Release | null> {
    setBusy(true);
    try {
      return await ask(() => createRelease(name));
    } catch (error) {
      toast.failed(t("failedTo.create"), error);
      return null;
    } finally {
      setBusy(false);
      void renew(RELEASES);
    }
  }

  return { isBusy, create };
}
