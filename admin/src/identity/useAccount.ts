import type { PlaceResponse } from "@karst/client";
import { usePermissions } from "react-admin";
import { may, type Account, type Act } from "./permissions";

/** The signed-in account and its permissions. Until the account is known, nothing is allowed. */
export function useAccount() {
  const { permissions, isPending } = usePermissions<Account | null>();
  const account = permissions ?? null;
  return {
    account,
    isPending,
    may: (act: Act, place?: Pick<PlaceResponse, "ownerId">) => may(account, act, place),
  };
}
