import { useCallback } from "react";
import { session } from "../api";
import { useRenew } from "../useRenew";
import type { Account } from "./permissions";

/**
 * Returns a function that applies changes of the signed-in account: its name in the menu, its role, its second
 * factor.
 */
export function useAmend() {
  const renew = useRenew();
  return useCallback(
    async (changes: Partial<Account>) => {
      session.amend(changes);
      await renew(["auth", "getPermissions"]);
    },
    [renew],
  );
}
