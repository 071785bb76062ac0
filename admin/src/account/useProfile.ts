import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProfileResponse } from "@karst/client";
import { useCallback } from "react";
import { useAmend } from "../identity/useAmend";
import { useAsk } from "../useAsk";
import { own } from "./calls";

export const PROFILE_KEY = ["account", "profile"];

/** One's own account as it is on the server. */
export function useProfile() {
  const ask = useAsk();
  return useQuery({ queryKey: PROFILE_KEY, queryFn: () => ask(own.profile), refetchOnMount: "always" });
}

/** Shows one's own account as it is now, on its page and in the console's menu. */
export function useProfileChanged() {
  const queries = useQueryClient();
  const amend = useAmend();
  return useCallback(
    async (profile: ProfileResponse) => {
      queries.setQueryData(PROFILE_KEY, profile);
      const { firstName, lastName, displayName, photoURL, owesSecondFactor } = profile;
      await amend({ firstName, lastName, displayName, photoURL, owesSecondFactor });
    },
    [queries, amend],
  );
}
