import { Box } from "@mui/material";
import { lazy, type ComponentType } from "react";
import type { Act } from "../identity/permissions";
import { useAccount } from "../identity/useAccount";
import { t } from "../messages/login.gen";
import { AccessDeniedNotice } from "./AccessDenied";

/** A screen for accounts with a permission, loaded when it is first opened. Other accounts see Access Denied. */
export function guarded(permission: Act, load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Screen = lazy(load);
  return function GuardedScreen() {
    const { account, may } = useAccount();
    if (may(permission)) return <Screen />;
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} text={t("denied.page")} />
      </Box>
    );
  };
}
