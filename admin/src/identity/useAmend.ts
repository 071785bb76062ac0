import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { session } from "../api";
import type { Account } from "./permissions";

/** Tells the console that one's own account has changed: its name in the menu, its role, what it owes. */
export function useAmend() {
  const queries = useQueryClient();
  return useCallback(
    async (changes: Partial<Account>) => {
      session.amend(changes);
      await queries.invalidateQueries({ queryKey: ["auth", "getPermissions"] });
    },
    [queries],
  );
}
