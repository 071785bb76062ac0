import { Box, Button, Chip, Typography } from "@mui/material";
import type { ProfileResponse } from "@karst/client";
import { useState } from "react";
import { useToast } from "../layout/Toasts";
import { useRenew } from "../useRenew";
import { own } from "./calls";
import { Enrolment } from "./Enrolment";
import { PasswordDialog } from "./PasswordDialog";
import { Section } from "./Section";
import { PROFILE_KEY, useProfileChanged } from "./useProfile";
import { words } from "./words";

const { factor: said } = words;

/** Whether a code is asked for after the password, and the ways to change that. */
export function SecondFactor({ profile }: { profile: ProfileResponse }) {
  // Until the recovery codes are kept, whatever the profile says meanwhile.
  const [isOn, setOn] = useState(profile.hasSecondFactor);
  const [attempt, setAttempt] = useState(0);
  const changed = useProfileChanged();

  function enrolled() {
    setOn(true);
    void changed({ ...profile, hasSecondFactor: true, owesSecondFactor: false });
  }

  return (
    <Section title={said.title} text={said.text}>
      {isOn ? (
        <On hasPassword={profile.hasPassword} onRemoved={() => setOn(false)} />
      ) : (
        <Enrolment
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
        label={isOn ? said.on : said.off}
        sx={
          isOn
            ? { bgcolor: "primary.subtle", color: "primary.main", fontWeight: 600 }
            : { color: "text.secondary", borderStyle: "dashed" }
        }
      />
      <Typography>{isOn ? said.isOn : said.isOff}</Typography>
    </Box>
  );
}

function On({ hasPassword, onRemoved }: { hasPassword: boolean; onRemoved: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const renew = useRenew();
  const toast = useToast();

  function removed() {
    toast.done(said.removed);
    onRemoved();
    void renew(PROFILE_KEY);
  }

  return (
    <>
      <State isOn />
      <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
        {said.remove}
      </Button>
      {isAsked && (
        <PasswordDialog
          words={said.confirmRemove}
          hasPassword={hasPassword}
          act={own.removeFactor}
          onDone={removed}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
