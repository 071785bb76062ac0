import { Alert, Button, Card, Skeleton, Stack, Typography } from "@mui/material";
import { useEffect } from "react";
import { useLogout } from "react-admin";
import type { Account } from "../identity/permissions";
import { useAmend } from "../identity/useAmend";
import { Welcome } from "../layout/SignIn";
import { texts } from "../texts";
import { Enrolment } from "./Enrolment";
import { useProfile } from "./useProfile";
import { words } from "./words";

/** For staff who owe a second factor: setting one up is all they can do here, and then the console opens. */
export default function SecondFactorDue({ account }: { account: Account }) {
  const logout = useLogout();
  const amend = useAmend();
  const { data: profile, isError } = useProfile();

  // It was set up elsewhere meanwhile, or in this tab before a reload.
  useEffect(() => {
    if (profile && !profile.owesSecondFactor) void amend({ owesSecondFactor: false });
  }, [profile, amend]);

  return (
    <Welcome>
      <title>{words.due.title}</title>
      <Card component="main" sx={{ p: { xs: 3, sm: 4 }, width: "100%", maxWidth: 640 }}>
        <Typography variant="h1">{words.due.title}</Typography>
        <Typography sx={{ mt: 1.5, mb: 3 }}>{words.due.text}</Typography>
        {profile ? (
          <Enrolment
            hasPassword={profile.hasPassword}
            onDone={() => void amend({ owesSecondFactor: false })}
          />
        ) : isError ? (
          <Alert severity="error">{words.failed}</Alert>
        ) : (
          <Skeleton variant="rounded" height={120} aria-label={words.loading} />
        )}
        <Stack
          direction="row"
          sx={{ mt: 3, flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: 1 }}
        >
          <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
            {texts.identity.signedInAs(account.email)}
          </Typography>
          <Button onClick={() => void logout({}, undefined, false)} sx={{ ml: { xs: -2, sm: 0 } }}>
            {texts.identity.otherAccount}
          </Button>
        </Stack>
      </Card>
    </Welcome>
  );
}
