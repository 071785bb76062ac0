import { Alert, Button, Stack } from "@mui/material";
import type { SignInRequest as Entered } from "@karst/client";
import { describeError } from "@karst/web/problems";
import { useState } from "react";
import { flushSync } from "react-dom";
import { PasswordInput, TextInput } from "react-admin";
import { FormProvider, useForm } from "react-hook-form";
import { t } from "../messages/login.gen";

interface SignInFormProps {
  signIn: (entered: Entered) => Promise<unknown>;
  /** The email of the account that was signed in before. Only this account can sign in. */
  email?: string;
}

const shared = { required: true, size: "medium" } as const;
const noMark = { inputLabel: { required: false } };

/** Email and password, a code if the account has a second factor, and the error of the server. */
export function SignInForm({ signIn, email = "" }: SignInFormProps) {
  const form = useForm<Entered>({ defaultValues: { email, password: "", code: "" } });
  const { isSubmitting } = form.formState;
  const [error, setError] = useState("");
  const [isCodeAsked, setCodeAsked] = useState(false);

  async function send({ code, ...entered }: Entered) {
    setError("");
    try {
      await signIn({ ...entered, ...(code && { code }) });
    } catch (reason) {
      const { message, requiresCode } = describeError(reason, t("failed"));
      if (!requiresCode) setError(message);
      else if (code) form.setError("code", { message });
      // Rendered first: only a visible input can be focused.
      else flushSync(() => setCodeAsked(true));
      form.setFocus(requiresCode ? "code" : "password", { shouldSelect: true });
    }
  }

  return (
    <FormProvider {...form}>
      <Stack
        component="form"
        spacing={2}
        onSubmit={(event) => void form.handleSubmit(send)(event)}
        aria-label={t("title")}
      >
        <TextInput
          source="email"
          type="email"
          label={t("email")}
          autoComplete="username"
          autoFocus={!email}
          {...shared}
          slotProps={{ ...noMark, input: { readOnly: Boolean(email) } }}
        />
        <PasswordInput
          source="password"
          label={t("password")}
          autoComplete="current-password"
          autoFocus={Boolean(email)}
          {...shared}
          slotProps={noMark}
        />
        {isCodeAsked && (
          <TextInput
            source="code"
            label={t("code")}
            helperText={t("codeHint")}
            autoComplete="one-time-code"
            {...shared}
            slotProps={{ ...noMark, htmlInput: { maxLength: 40, autoCapitalize: "none" } }}
          />
        )}
        {error && <Alert severity="error">{error}</Alert>}
        <Button type="submit" variant="contained" size="large" disabled={isSubmitting}>
          {isSubmitting ? t("busy") : t("submit")}
        </Button>
      </Stack>
    </FormProvider>
  );
}
