import { Box, Button, Chip, Typography } from "@mui/material";
import type { ProfileResponse } from "@karst/client";
import { useState } from "react";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/account.gen";
import { useRenew } from "../useRenew";
import { ownAccount } from "./calls";
import { PasswordDialog } from "./PasswordDialog";
import { SecondFactorEnrollment } from "./SecondFactorEnrollment";
import { Section } from "./Section";
import { PROFILE_KEY, useProfileChanged } from "./useProfile";

/** Shows whether a second factor is set up, and sets it up or removes it. */
export function SecondFactor({ profile }: { profile: ProfileResponse }) {
  // Off until the recovery codes are saved, even if the profile is refetched before.
  const [isOn, setOn] = useState(profile.hasSecondFactor);
  const [attempt, setAttempt] = useState(0);
  const changed = useProfileChanged();

  function enrolled() {
    setOn(true);
    void changed({ ...profile, hasSecondFactor: true, lacksRequiredSecondFactor: false });
  }

  return (
    <Section title={t("factor.title")} text={t("factor.text")}>
      {isOn ? (
        <On hasPassword={profile.hasPassword} onRemoved={() => setOn(false)} />
      ) : (
        <SecondFactorEnrollment
          key={attempt}
          hasPassword={profile.hasPassword}
          before={<State isOn={false} />}
          onDone={enrolled}
          onCancel={() => setAttempt(attempt + 1)}
        />
      )}
    </Section>
  );
}

function State({ isOn }: { isOn: boolean }) {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 2 }}>
      <Chip
        size="small"
        variant={isOn ? "filled" : "outlined"}
        label={t(isOn ? "factor.on" : "factor.off")}
        sx={
          isOn
            ? { bgcolor: "primary.subtle", color: "primary.main", fontWeight: 600 }
            : { color: "text.secondary", borderStyle: "dashed" }
        }
      />
      <Typography>{t(isOn ? "factor.isOn" : "factor.isOff")}</Typography>
    </Box>
  );
}

function On({ hasPassword, onRemoved }: { hasPassword: boolean; onRemoved: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const renew = useRenew();
  const toast = useToast();

  function removed() {
    toast.done(t("factor.removed"));
    onRemoved();
    void renew(PROFILE_KEY);
  }

  return (
    <>
      <State isOn />
      <Button variant="outlined" color="error" onClick={() => setConfirming(true)}>
        {t("factor.remove")}
      </Button>
      {isConfirming && (
        <PasswordDialog
          title={t("factor.confirmRemove.title")}
          text={t("factor.confirmRemove.text")}
          yes={t("factor.remove")}
          failed={t("factor.confirmRemove.failed")}
          hasPassword={hasPassword}
          act={ownAccount.removeSecondFactor}
          onDone={removed}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
