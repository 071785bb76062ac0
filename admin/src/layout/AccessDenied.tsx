import LockOutlined from "@mui/icons-material/LockOutlined";
import { Button, Card, Stack, Typography } from "@mui/material";
import { useLogout } from "react-admin";
import type { Account } from "../identity/permissions";
import { t } from "../messages/login.gen";
import { Welcome } from "./SignIn";

interface AccessDeniedProps {
  account: Account | null;
  /** The requirement for access. */
  text?: string;
}

/** For signed-in accounts without access: shows the account and two ways to continue. */
export function AccessDenied(props: AccessDeniedProps) {
  return (
    <Welcome>
      <Card component="main" sx={{ p: 4, width: "100%", maxWidth: 480 }}>
        <AccessDeniedNotice {...props} />
      </Card>
    </Welcome>
  );
}

/** The same inside the console, for a screen that the account may not open. */
export function AccessDeniedNotice({ account, text = t("denied.portal") }: AccessDeniedProps) {
  const logout = useLogout();
  return (
    <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
      <title>{t("denied.title")}</title>
      <LockOutlined aria-hidden sx={{ fontSize: 36, color: "text.secondary" }} />
      <Typography variant="h1">{t("denied.title")}</Typography>
      <Typography>{text}</Typography>
      {account && (
        <Typography sx={{ color: "text.secondary" }}>
          {t("denied.signedInAs", { email: account.email })}
        </Typography>
      )}
      <Stack direction="row" spacing={1} sx={{ flexWrap: "wrap", pt: 1 }}>
        <Button variant="contained" onClick={() => logout({}, undefined, false)}>
          {t("otherAccount")}
        </Button>
        <Button href="/">{t("denied.backToSite")}</Button>
      </Stack>
    </Stack>
  );
}
