import { Box, Button, Chip, Typography, type Theme } from "@mui/material";
import type { ProfileView } from "@karst/client";
import { useState } from "react";
import { useMailIsSent } from "../identity/useMailIsSent";
import { useToast } from "../layout/Toasts";
import { useAsk } from "../useAsk";
import { own } from "./calls";
import { Section } from "./Section";
import { words } from "./words";

const { email: said } = words;

/** The address one signs in with, and the letter that verifies it. */
export function Email({ profile: { email, isEmailVerified } }: { profile: ProfileView }) {
  const [isBusy, setBusy] = useState(false);
  const isMailSent = useMailIsSent();
  const ask = useAsk();
  const toast = useToast();

  async function send() {
    setBusy(true);
    try {
      await ask(own.sendVerification);
      toast.done(isMailSent === false ? said.kept : said.sent(email));
    } catch (error) {
      toast.failed(said.failed, error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title={said.title} text={said.text}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{email}</Typography>
        <Chip
          size="small"
          label={isEmailVerified ? said.verified : said.unverified}
          variant={isEmailVerified ? "filled" : "outlined"}
          sx={
            isEmailVerified
              ? { bgcolor: (theme: Theme) => theme.tokens.tint, color: "primary.main", fontWeight: 600 }
              : { color: "warning.main", borderColor: "warning.main" }
          }
        />
      </Box>
      {!isEmailVerified && (
        <>
          <Typography variant="body2" sx={{ color: "text.secondary", mt: 1, mb: 1.5 }}>
            {said.why}
          </Typography>
          <Button variant="outlined" disabled={isBusy} onClick={() => void send()}>
            {isBusy ? said.sending : said.send}
          </Button>
        </>
      )}
    </Section>
  );
}
