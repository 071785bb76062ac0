import Launch from "@mui/icons-material/Launch";
import { Alert, AlertTitle, Box, Button, Skeleton, Stack, Typography } from "@mui/material";
import type { SecondFactorCode, SecondFactorRequest, SecondFactorResponse } from "@karst/client";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { HttpError } from "react-admin";
import { session } from "../api";
import { PasswordField } from "../form/PasswordField";
import { TextInput } from "../form/TextInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { Reason, useToast } from "../layout/Toasts";
import { useAsk } from "../useAsk";
import { own } from "./calls";
import { CopyButton } from "./CopyButton";
import { RecoveryCodes } from "./RecoveryCodes";
import { words } from "./words";

const QrCode = lazy(() => import("./QrCode"));
const { factor: said } = words;
const EMPTY: SecondFactorCode = { code: "" };

const START: SecondFactorRequest = { password: "" };

const asTyped = (form: SecondFactorRequest): SecondFactorRequest => form;
const nothing = (): SecondFactorRequest => ({});
const trimmed = ({ code }: SecondFactorCode): SecondFactorCode => ({ code: code.trim() });

interface EnrolmentProps {
  /** Whether the account has a password, which is asked for first. */
  hasPassword: boolean;
  /** Stands above the first step. */
  before?: ReactNode;
  /** The second factor counts, and the recovery codes are kept. */
  onDone: () => void;
  /** Leaves it for now; without it there is no way around. */
  onCancel?: () => void;
}

/** Setting up a second factor: what the app needs, a code that proves it has it, and the recovery codes. */
export function Enrolment({ hasPassword, before, onDone, onCancel }: EnrolmentProps) {
  const [offered, setOffered] = useState<SecondFactorResponse | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (!offered) {
    return (
      <>
        {before}
        <Offer hasPassword={hasPassword} onOffered={setOffered} />
      </>
    );
  }
  return <Proof offered={offered} onProven={setCodes} onCancel={onCancel} />;
}

interface OfferProps {
  hasPassword: boolean;
  onOffered: (offered: SecondFactorResponse) => void;
}

/** Asks the server for a secret, with the password; where it has none to give, says why. */
function Offer({ hasPassword, onOffered }: OfferProps) {
  const [error, setError] = useState<unknown>(null);
  const ask = useAsk();

  async function save(body: SecondFactorRequest): Promise<Outcome> {
    setError(null);
    try {
      const offered = await ask(() => own.offerFactor(body));
      return { isSaved: true, onDone: () => onOffered(offered) };
    } catch (reason) {
      const sentences = sentencesOf(reason);
      if (!sentences?.password) setError(reason);
      return { isSaved: false, sentences };
    }
  }

  const { form, submit, isSubmitting } = useRecordForm({
    start: START,
    form: "SecondFactorRequest",
    shape: hasPassword ? asTyped : nothing,
    save,
    mode: "onSubmit",
  });
  return (
    <FormProvider {...form}>
      <Stack
        component="form"
        noValidate
        onSubmit={submit}
        aria-label={said.setUp}
        spacing={2}
        sx={{ alignItems: "flex-start", maxWidth: 400 }}
      >
        {error !== null && <Refused error={error} />}
        {hasPassword && (
          <TextInput
            source="password"
            label={said.password}
            hint={said.passwordHint}
            Field={PasswordField}
            autoComplete="current-password"
            fullWidth
          />
        )}
        <Button type="submit" variant="contained" disabled={isSubmitting}>
          {isSubmitting ? said.starting : said.setUp}
        </Button>
      </Stack>
    </FormProvider>
  );
}

/** Why there is no secret; where signing in again would help, the way there. */
function Refused({ error }: { error: unknown }) {
  // A way in without a password is on the guide's own page alone; it comes back to this one.
  async function signInAgain() {
    await session.signOut();
    window.location.assign(`/login?return=${encodeURIComponent(window.location.pathname)}`);
  }
  // The account has no password to be asked for, and the sign-in is not a fresh one.
  const isStale = error instanceof HttpError && error.body?.type === "/problems/recent-sign-in-required";
  return (
    <Alert
      severity="error"
      sx={{ width: "100%" }}
      action={
        isStale && (
          <Button color="inherit" size="small" onClick={() => void signInAgain()}>
            {said.signInAgain}
          </Button>
        )
      }
    >
      <AlertTitle>{said.failedOffer}</AlertTitle>
      <Reason error={error} />
    </Alert>
  );
}

/** The sentences that belong under the fields. */
function sentencesOf(error: unknown): Record<string, string> | undefined {
  return error instanceof HttpError ? (error.body?.errors as Record<string, string>) : undefined;
}

interface ProofProps {
  offered: SecondFactorResponse;
  onProven: (codes: string[]) => void;
  onCancel?: () => void;
}

function Proof({ offered, onProven, onCancel }: ProofProps) {
  const ask = useAsk();
  const toast = useToast();

  async function save({ code }: SecondFactorCode): Promise<Outcome> {
    try {
      const codes = await ask(() => own.confirmFactor(code));
      toast.done(said.done);
      return { isSaved: true, onDone: () => onProven(codes) };
    } catch (error) {
      const sentences = sentencesOf(error);
      // What belongs under the field stands there, and needs no notice beside it.
      if (!sentences?.code) toast.failed(said.failedConfirm, error);
      return { isSaved: false, sentences };
    }
  }

  const { form, submit, isSubmitting } = useRecordForm({
    start: EMPTY,
    form: "SecondFactorCode",
    shape: trimmed,
    save,
    mode: "onSubmit",
  });
  useEffect(() => form.setFocus("code"), [form]);
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={submit} aria-label={said.title}>
        <Typography sx={{ mb: 2 }}>{said.scan}</Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 3, alignItems: "flex-start" }}>
          <Suspense fallback={<Skeleton variant="rounded" width={200} height={200} />}>
            <QrCode text={offered.uri} label={said.picture} />
          </Suspense>
          <Stack spacing={2} sx={{ flex: "1 1 220px", minWidth: 0, alignItems: "flex-start" }}>
            <Key {...offered} />
            <TextInput
              source="code"
              label={said.code}
              hint={said.codeHint}
              autoComplete="one-time-code"
              slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 40 } }}
            />
            <Box sx={{ display: "flex", gap: 1 }}>
              <Button type="submit" variant="contained" disabled={isSubmitting}>
                {isSubmitting ? said.confirming : said.confirm}
              </Button>
              {onCancel && <Button onClick={onCancel}>{said.cancel}</Button>}
            </Box>
          </Stack>
        </Box>
      </Box>
    </FormProvider>
  );
}

/** The secret in groups of four, for those who type it; on a phone, which cannot scan itself, as a link to the app. */
function Key({ secret, uri }: SecondFactorResponse) {
  return (
    <Box sx={{ width: "100%" }}>
      <Typography variant="caption" component="p" sx={{ color: "text.secondary" }}>
        {said.key}
      </Typography>
      <Typography
        component="code"
        sx={{ display: "block", fontFamily: "ui-monospace, monospace", overflowWrap: "anywhere" }}
      >
        {secret.match(/.{1,4}/g)?.join(" ")}
      </Typography>
      <Box sx={{ ml: -1, display: "flex", flexWrap: "wrap" }}>
        <CopyButton text={secret} label={said.copyKey} />
        <Button href={uri} startIcon={<Launch aria-hidden />} sx={{ display: { md: "none" } }}>
          {said.openApp}
        </Button>
      </Box>
    </Box>
  );
}
