import LockOutlined from "@mui/icons-material/LockOutlined";
import { Button, Card, Stack, Typography } from "@mui/material";
import type { AccountView } from "@karst/client";
import { useLogout } from "react-admin";
import { texts } from "../texts";
import { Welcome } from "./SignIn";

const words = texts.identity;

/** For people who are signed in and may not enter: who they are signed in as, and the two ways on. */
export function AccessDenied({ account }: { account: AccountView | null }) {
  return (
    <Welcome>
      <title>{words.denied.title}</title>
      <Card component="main" sx={{ p: 4, width: "100%", maxWidth: 480 }}>
        <AccessDeniedNotice account={account} />
      </Card>
    </Welcome>
  );
}

/** The same inside the portal, for a screen that is somebody else's. */
export function AccessDeniedNotice({ account }: { account: AccountView | null }) {
  const logout = useLogout();
  return (
    <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
      <LockOutlined aria-hidden sx={{ fontSize: 36, color: "text.secondary" }} />
      <Typography variant="h1">{words.denied.title}</Typography>
      <Typography>{words.denied.text}</Typography>
      {account && <Typography sx={{ color: "text.secondary" }}>{words.signedInAs(account.email)}</Typography>}
      <Stack direction="row" spacing={1} sx={{ flexWrap: "wrap", pt: 1 }}>
        <Button variant="contained" onClick={() => logout({}, undefined, false)}>
          {words.otherAccount}
        </Button>
        <Button href="/">{words.backToSite}</Button>
      </Stack>
    </Stack>
  );
}
