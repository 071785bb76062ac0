import { Alert, AlertTitle, Box, Button, Skeleton, Stack, Typography } from "@mui/material";
import { Page } from "../layout/Page";
import { Reason } from "../layout/Toasts";
import { texts } from "../texts";
import { SecondFactor } from "./SecondFactor";
import { Section } from "./Section";
import { useProfile } from "./useProfile";
import { words } from "./words";

/** One's own account, as far as it is about the console: the second factor. The rest is a page of the site. */
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
        <SecondFactor profile={profile} />
        <Section title={words.onSite.title} text={words.onSite.text}>
          {/* A page of the site, not of this console. */}
          <Button variant="outlined" href="/account">
            {words.onSite.open}
          </Button>
        </Section>
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
        {[220, 120].map((height, index) => (
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
