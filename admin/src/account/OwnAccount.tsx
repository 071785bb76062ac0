import { Alert, AlertTitle, Box, Button, Skeleton, Stack, Typography } from "@mui/material";
import { Page } from "../layout/Page";
import { Reason } from "../layout/Toasts";
import { texts } from "../texts";
import { Email } from "./Email";
import { LeaveSection } from "./LeaveSection";
import { Password } from "./Password";
import { Profile } from "./Profile";
import { SecondFactor } from "./SecondFactor";
import { Sessions } from "./Sessions";
import { TakeAlong } from "./TakeAlong";
import { useProfile } from "./useProfile";
import { words } from "./words";

/** One's own account: who one is, how one signs in, where one is signed in, and the ways out. */
export default function OwnAccount() {
  const { data: profile, error, refetch, isFetchedAfterMount } = useProfile();
  if (error && !profile) {
    return (
      <Page title={words.title}>
        <Alert
          severity="error"
          action={<Button onClick={() => void refetch()}>{texts.portal.tryAgain}</Button>}
        >
          <AlertTitle>{words.failed}</AlertTitle>
          <Reason error={error} />
        </Alert>
      </Page>
    );
  }
  // A form starts from what is stored now, not from what an earlier visit left behind.
  if (!profile || !isFetchedAfterMount) return <Opening />;
  return (
    <Page title={words.title} lead={words.lead(profile.email)}>
      <Stack spacing={2} sx={{ maxWidth: 960 }}>
        {profile.owesSecondFactor && <Alert severity="warning">{words.factor.owed}</Alert>}
        <Profile profile={profile} />
        <Email profile={profile} />
        <Password profile={profile} />
        <SecondFactor profile={profile} />
        <Sessions />
        <TakeAlong />
        <LeaveSection profile={profile} />
      </Stack>
    </Page>
  );
}

function Opening() {
  return (
    <Page title={words.title} lead={"\u00a0"}>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
        {words.loading}
      </Typography>
      <Box aria-hidden sx={{ maxWidth: 960 }}>
        {[220, 120, 220].map((height, index) => (
          <Skeleton
            key={index}
            variant="rounded"
            height={height}
            sx={{ borderRadius: "16px", mb: 2, width: "100%" }}
          />
        ))}
      </Box>
    </Page>
  );
}
