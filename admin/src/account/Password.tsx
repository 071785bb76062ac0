import { Box, Button, Link, Typography } from "@mui/material";
import type { PasswordForm, ProfileView } from "@karst/client";
import { rules } from "@karst/client/rules";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { PasswordField } from "../form/PasswordField";
import { TextInput } from "../form/TextInput";
import { notSaved, useRecordForm, type Outcome } from "../form/useRecordForm";
import { useToast } from "../layout/Toasts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { own } from "./calls";
import { Section } from "./Section";
import { SESSIONS_KEY } from "./Sessions";
import { words } from "./words";

const { password: said } = words;

const asTyped = (form: PasswordForm): PasswordForm => form;

/** Another password, for those who sign in with one. */
export function Password({ profile }: { profile: ProfileView }) {
  return (
    <Section title={said.title} text={said.text}>
      {profile.hasPassword ? <ChangeForm email={profile.email} /> : <None />}
    </Section>
  );
}

function None() {
  return (
    <Typography>
      {said.none}{" "}
      <Link href="/login/forgot" color="secondary">
        {said.choose}
      </Link>
    </Typography>
  );
}

function ChangeForm({ email }: { email: string }) {
  const [start, setStart] = useState<PasswordForm>({ currentPassword: "", newPassword: "" });
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();

  async function save(form: PasswordForm): Promise<Outcome> {
    try {
      await ask(() => own.changePassword(form));
      setStart({ currentPassword: "", newPassword: "" });
      toast.done(said.done);
      void renew(SESSIONS_KEY);
      return { isSaved: true };
    } catch (error) {
      toast.failed(said.failed, error);
      return notSaved(error);
    }
  }

  const { form, submit, isSubmitting } = useRecordForm({
    start,
    form: "PasswordForm",
    shape: asTyped,
    save,
    // Whoever only passes through is not told that a password is missing.
    mode: "onSubmit",
  });
  const least = rules.PasswordForm.properties?.newPassword?.minLength as number;
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        aria-label={said.title}
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
          alignItems: "start",
        }}
      >
        {/* For password managers: whose password this is. */}
        <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
        <TextInput
          source="currentPassword"
          label={said.current}
          Field={PasswordField}
          autoComplete="current-password"
        />
        <TextInput
          source="newPassword"
          label={said.next}
          hint={said.hint(least)}
          Field={PasswordField}
          autoComplete="new-password"
        />
        <Box sx={{ gridColumn: "1 / -1" }}>
          <Button type="submit" variant="contained" disabled={isSubmitting}>
            {isSubmitting ? words.saving : said.submit}
          </Button>
        </Box>
      </Box>
    </FormProvider>
  );
}
