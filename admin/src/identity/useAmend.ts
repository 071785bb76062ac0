import { useCallback } from "react";
import { session } from "../api";
import { useRenew } from "../useRenew";
import type { Account } from "./permissions";

/** Tells the console that one's own account has changed: its name in the menu, its role, what it owes. */
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
