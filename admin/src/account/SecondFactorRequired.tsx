import { Alert, Button, Card, Skeleton, Stack, Typography } from "@mui/material";
import { useEffect } from "react";
import { useLogout } from "react-admin";
import type { Account } from "../identity/permissions";
import { useAmend } from "../identity/useAmend";
import { Welcome } from "../layout/SignIn";
import { t } from "../messages/account.gen";
import { t as tLogin } from "../messages/login.gen";
import { SecondFactorEnrollment } from "./SecondFactorEnrollment";
import { useProfile } from "./useProfile";

/** For staff who must set up a second factor before they can use the console. */
export default function SecondFactorRequired({ account }: { account: Account }) {
  const logout = useLogout();
  const amend = useAmend();
  const { data: profile, isError } = useProfile();

  // It may have been set up in another tab, or in this one before a reload.
  useEffect(() => {
    if (profile && !profile.lacksRequiredSecondFactor) void amend({ lacksRequiredSecondFactor: false });
  }, [profile, amend]);

  return (
    <Welcome>
      <title>{t("oneMoreStep.title")}</title>
      <Card component="main" sx={{ p: { xs: 3, sm: 4 }, width: "100%", maxWidth: 640 }}>
        <Typography variant="h1">{t("oneMoreStep.title")}</Typography>
        <Typography sx={{ mt: 1.5, mb: 3 }}>{t("oneMoreStep.text")}</Typography>
        {profile ? (
          <SecondFactorEnrollment
            hasPassword={profile.hasPassword}
            onDone={() => void amend({ lacksRequiredSecondFactor: false })}
          />
        ) : isError ? (
          <Alert severity="error">{t("failed")}</Alert>
        ) : (
          <Skeleton variant="rounded" height={120} aria-label={t("loading")} />
        )}
        <Stack
          direction="row"
          sx={{ mt: 3, flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: 1 }}
        >
          <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
            {tLogin("denied.signedInAs", { email: account.email })}
          </Typography>
          <Button onClick={() => void logout({}, undefined, false)} sx={{ ml: { xs: -2, sm: 0 } }}>
            {tLogin("otherAccount")}
          </Button>
        </Stack>
      </Card>
    </Welcome>
  );
}
