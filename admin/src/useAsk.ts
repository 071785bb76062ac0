import { useCallback } from "react";
import { useLogoutIfAccessDenied } from "react-admin";
import { answered } from "./dataProvider";

/**
 * Calls the API without react-admin's data provider. Errors are the same: `HttpError`s, which lead to the sign-in
 * page when the session has ended.
 */
export function useAsk() {
  const leadAway = useLogoutIfAccessDenied();
  return useCallback(
    async <T>(call: () => Promise<T>): Promise<T> => {
      try {
        return await answered(call());
      } catch (error) {
        // The console is leaving this screen: the promise stays pending, so that the caller does not continue.
        if (await leadAway(error)) return new Promise<never>(() => {});
        throw error;
      }
    },
    [leadAway],
  );
}
