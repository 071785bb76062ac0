import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProfileResponse } from "@karst/client";
import { useCallback } from "react";
import { useAmend } from "../identity/useAmend";
import { useAsk } from "../useAsk";
import { ownAccount } from "./calls";

export const PROFILE_KEY = ["account", "profile"];

/** The signed-in account, fetched on each mount. */
export function useProfile() {
  const ask = useAsk();
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: () => ask(ownAccount.profile),
    refetchOnMount: "always",
  });
}

/** Returns a function that updates the signed-in account on its page and in the menu. */
export function useProfileChanged() {
  const queries = useQueryClient();
  const amend = useAmend();
  return useCallback(
    async (profile: ProfileResponse) => {
      queries.setQueryData(PROFILE_KEY, profile);
      const { firstName, lastName, displayName, photoURL, lacksRequiredSecondFactor } = profile;
      await amend({ firstName, lastName, displayName, photoURL, lacksRequiredSecondFactor });
    },
    [queries, amend],
  );
}
