import Launch from "@mui/icons-material/Launch";
import { Alert, AlertTitle, Box, Button, Skeleton, Stack, Typography } from "@mui/material";
import type { SecondFactorCode, SecondFactorEnrollmentRequest, SecondFactorResponse } from "@karst/client";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { HttpError, PasswordInput, TextInput } from "react-admin";
import { session } from "../api";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { Reason, useToast } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/account.gen";
import { useAsk } from "../useAsk";
import { ownAccount } from "./calls";
import { CopyButton } from "./CopyButton";
import { RecoveryCodes } from "./RecoveryCodes";

const QrCode = lazy(() => import("./QrCode"));
const EMPTY: SecondFactorCode = { code: "" };

const START: SecondFactorEnrollmentRequest = { password: "" };

const withPassword = (form: SecondFactorEnrollmentRequest): SecondFactorEnrollmentRequest => form;
const withoutPassword = (): SecondFactorEnrollmentRequest => ({});
const trimCode = ({ code }: SecondFactorCode): SecondFactorCode => ({ code: code.trim() });

interface SecondFactorEnrollmentProps {
  /** Whether the account has a password, which is then required. */
  hasPassword: boolean;
  /** Content above the first step. */
  before?: ReactNode;
  /** Called once the second factor is set up and the user has saved the recovery codes. */
  onDone: () => void;
  /** Without it the setup cannot be canceled. */
  onCancel?: () => void;
}

/** Sets up a second factor in three steps: password, code from the app, recovery codes. */
export function SecondFactorEnrollment({
  hasPassword,
  before,
  onDone,
  onCancel,
}: SecondFactorEnrollmentProps) {
  const [enrollment, setEnrollment] = useState<SecondFactorResponse | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onSaved={onDone} />;
  if (!enrollment) {
    return (
      <>
        {before}
        <PasswordStep hasPassword={hasPassword} onDone={setEnrollment} />
      </>
    );
  }
  return <CodeStep enrollment={enrollment} onDone={setCodes} onCancel={onCancel} />;
}

interface PasswordStepProps {
  hasPassword: boolean;
  onDone: (enrollment: SecondFactorResponse) => void;
}

/** Requests a secret with the password, and shows the reason if the server refuses. */
function PasswordStep({ hasPassword, onDone }: PasswordStepProps) {
  const [error, setError] = useState<unknown>(null);
  const ask = useAsk();

  async function save(body: SecondFactorEnrollmentRequest): Promise<Outcome> {
    setError(null);
    try {
      const enrollment = await ask(() => ownAccount.beginSecondFactor(body));
      return { isSaved: true, onDone: () => onDone(enrollment) };
    } catch (reason) {
      const sentences = fieldErrorsOf(reason);
      if (!sentences?.password) setError(reason);
      return { isSaved: false, sentences };
    }
  }

  const { form, submit, isSubmitting } = useRecordForm({
    start: START,
    form: "SecondFactorEnrollmentRequest",
    shape: hasPassword ? withPassword : withoutPassword,
    save,
    mode: "onSubmit",
  });
  return (
    <FormProvider {...form}>
      <Stack
        component="form"
        noValidate
        onSubmit={submit}
        aria-label={t("factor.setUp")}
        spacing={2}
        sx={{ alignItems: "flex-start", maxWidth: 400 }}
      >
        {error !== null && <SetupFailed error={error} />}
        {hasPassword && (
          <PasswordInput
            source="password"
            label={t("factor.password")}
            helperText={t("factor.passwordHint")}
            autoComplete="current-password"
          />
        )}
        <Button type="submit" variant="contained" disabled={isSubmitting}>
          {t(isSubmitting ? "factor.checking" : "factor.setUp")}
        </Button>
      </Stack>
    </FormProvider>
  );
}

/** The reason why the setup could not start, with a button to sign in again if that helps. */
function SetupFailed({ error }: { error: unknown }) {
  // Only the sign-in page of the site offers sign-in without a password. It returns to this page.
  async function signInAgain() {
    await session.signOut();
    window.location.assign(`/login?return=${encodeURIComponent(window.location.pathname)}`);
  }
  // The account has no password to confirm with, and its sign-in is not recent.
  const isStale = error instanceof HttpError && error.body?.type === "/problems/recent-sign-in-required";
  return (
    <Alert
      severity="error"
      sx={{ width: "100%" }}
      action={
        isStale && (
          <Button color="inherit" size="small" onClick={() => void signInAgain()}>
            {t("factor.signInAgain")}
          </Button>
        )
      }
    >
      <AlertTitle>{t("factor.setUpFailed")}</AlertTitle>
      <Reason error={error} />
    </Alert>
  );
}

/** The error messages by field. */
function fieldErrorsOf(error: unknown): Record<string, string> | undefined {
  return error instanceof HttpError ? (error.body?.errors as Record<string, string>) : undefined;
}

interface CodeStepProps {
  enrollment: SecondFactorResponse;
  onDone: (recoveryCodes: string[]) => void;
  onCancel?: () => void;
}

/** Shows the secret, and confirms it with a code from the app. */
function CodeStep({ enrollment, onDone, onCancel }: CodeStepProps) {
  const ask = useAsk();
  const toast = useToast();

  async function save({ code }: SecondFactorCode): Promise<Outcome> {
    try {
      const codes = await ask(() => ownAccount.confirmSecondFactor(code));
      toast.done(t("factor.done"));
      return { isSaved: true, onDone: () => onDone(codes) };
    } catch (error) {
      const sentences = fieldErrorsOf(error);
      // An error of the field is shown under it, without a toast.
      if (!sentences?.code) toast.failed(t("factor.confirmFailed"), error);
      return { isSaved: false, sentences };
    }
  }

  const { form, submit, isSubmitting } = useRecordForm({
    start: EMPTY,
    form: "SecondFactorCode",
    shape: trimCode,
    save,
    mode: "onSubmit",
  });
  useEffect(() => form.setFocus("code"), [form]);
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={submit} aria-label={t("factor.title")}>
        <Typography sx={{ mb: 2 }}>{t("factor.scan")}</Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 3, alignItems: "flex-start" }}>
          <Suspense fallback={<Skeleton variant="rounded" width={200} height={200} />}>
            <QrCode text={enrollment.uri} label={t("factor.qrCode")} />
          </Suspense>
          <Stack spacing={2} sx={{ flex: "1 1 220px", minWidth: 0, alignItems: "flex-start" }}>
            <SecretKey {...enrollment} />
            <TextInput
              source="code"
              label={t("factor.code")}
              helperText={t("factor.codeHint")}
              autoComplete="one-time-code"
              slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 40 } }}
            />
            <Box sx={{ display: "flex", gap: 1 }}>
              <Button type="submit" variant="contained" disabled={isSubmitting}>
                {t(isSubmitting ? "factor.checking" : "factor.confirm")}
              </Button>
              {onCancel && <Button onClick={onCancel}>{tCommon("cancel")}</Button>}
            </Box>
          </Stack>
        </Box>
      </Box>
    </FormProvider>
  );
}

/** The secret in groups of four for typing. Phones, which cannot scan their own screen, get a link to the app. */
function SecretKey({ secret, uri }: SecondFactorResponse) {
  return (
    <Box sx={{ width: "100%" }}>
      <Typography variant="caption" component="p" sx={{ color: "text.secondary" }}>
        {t("factor.key")}
      </Typography>
      <Typography
        component="code"
        sx={{ display: "block", fontFamily: "ui-monospace, monospace", overflowWrap: "anywhere" }}
      >
        {secret.match(/.{1,4}/g)?.join(" ")}
      </Typography>
      <Box sx={{ ml: -1, display: "flex", flexWrap: "wrap" }}>
        <CopyButton text={secret} label={t("factor.copyKey")} />
        <Button href={uri} startIcon={<Launch aria-hidden />} sx={{ display: { md: "none" } }}>
          {t("factor.openApp")}
        </Button>
      </Box>
    </Box>
  );
}
