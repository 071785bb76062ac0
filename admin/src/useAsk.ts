import { useCallback } from "react";
import { useLogoutIfAccessDenied } from "react-admin";
import { answered } from "./dataProvider";

/**
 * Calls beside react-admin's verbs. They fail as the verbs do, as `HttpError`, and like them lead to the sign-in when
 * the session has ended.
 */
export function useAsk() {
  const leadAway = useLogoutIfAccessDenied();
  return useCallback(
    async <T>(call: () => Promise<T>): Promise<T> => {
      try {
        return await answered(call());
      } catch (error) {
        // This screen is on its way out: nothing more is to happen on it.
        if (await leadAway(error)) return new Promise<never>(() => {});
        throw error;
      }
    },
    [leadAway],
  );
}
