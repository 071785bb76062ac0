import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Button } from "@mui/material";
import type { ProfileView } from "@karst/client";
import { useState } from "react";
import { useLogout } from "react-admin";
import { session } from "../api";
import { useToast } from "../layout/Toasts";
import { own } from "./calls";
import { PasswordDialog } from "./PasswordDialog";
import { Section } from "./Section";
import { words } from "./words";

const { leave: said } = words;

/** The way out for good. */
export function LeaveSection({ profile }: { profile: ProfileView }) {
  const [isAsked, setAsked] = useState(false);
  const logout = useLogout();
  const toast = useToast();

  async function gone() {
    session.forget();
    await logout({}, undefined, false);
    toast.done(said.done);
  }

  return (
    <Section title={said.title} text={said.text}>
      <Button
        variant="outlined"
        color="error"
        startIcon={<DeleteOutlined aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {said.ask}
      </Button>
      {isAsked && (
        <PasswordDialog
          words={{ ...said.confirm, text: said.confirm.text(profile.email) }}
          hasPassword={profile.hasPassword}
          act={own.remove}
          onDone={() => void gone()}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  );
}
