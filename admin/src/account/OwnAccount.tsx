import { Alert, Box, Button, Skeleton, Stack, Typography } from "@mui/material";
import { Page } from "../layout/Page";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/account.gen";
import { t as tLayout } from "../messages/layout.gen";
import { ApiTokens } from "../tokens/ApiTokens";
import { SecondFactor } from "./SecondFactor";
import { Section } from "./Section";
import { useProfile } from "./useProfile";

/** The second factor and the API tokens of the signed-in account. Its other settings are on a page of the site. */
export default function OwnAccount() {
  const { data: profile, error, refetch, isFetchedAfterMount } = useProfile();
  if (error && !profile) {
    return (
      <Page title={tLayout("account")}>
        <LoadFailed title={t("failed")} error={error} onRetry={refetch} />
      </Page>
    );
  }
  // The cache may hold an older profile: the form waits for the current one.
  if (!profile || !isFetchedAfterMount) return <OwnAccountSkeleton />;
  return (
    <Page title={tLayout("account")} lead={t("lead", { email: profile.email })}>
      <Stack spacing={2} sx={{ maxWidth: 960 }}>
        {profile.lacksRequiredSecondFactor && <Alert severity="warning">{t("factor.required")}</Alert>}
        <SecondFactor profile={profile} />
        {!profile.lacksRequiredSecondFactor && <ApiTokens profile={profile} />}
        <Section title={t("onSite.title")} text={t("onSite.text")}>
          {/* A page of the site, not of this console. */}
          <Button variant="outlined" href="/account">
            {t("onSite.open")}
          </Button>
        </Section>
      </Stack>
    </Page>
  );
}

function OwnAccountSkeleton() {
  return (
    <Page title={tLayout("account")} lead={"\u00a0"}>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
        {t("loading")}
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
