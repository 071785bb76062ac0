import type { PlaceResponse } from "@karst/client";
import { usePermissions } from "react-admin";
import { may, type Account, type Act } from "./permissions";

/** Who is signed in, and what they may do. While that is not known yet, nothing is allowed. */
export function useAccount() {
  const { permissions, isPending } = usePermissions<Account | null>();
  const account = permissions ?? null;
  return {
    account,
    isPending,
    may: (act: Act, place?: Pick<PlaceResponse, "ownerId">) => may(account, act, place),
  };
}
