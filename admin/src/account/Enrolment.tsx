import Launch from "@mui/icons-material/Launch";
import { Alert, AlertTitle, Box, Button, Skeleton, Stack, Typography } from "@mui/material";
import type { CodeForm, SecondFactorView } from "@karst/client";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { HttpError } from "react-admin";
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
const EMPTY: CodeForm = { code: "" };

const trimmed = ({ code }: CodeForm): CodeForm => ({ code: code.trim() });

interface EnrolmentProps {
  /** Stands above the first step. */
  before?: ReactNode;
  /** The second factor counts, and the recovery codes are kept. */
  onDone: () => void;
  /** Leaves it for now; without it there is no way around. */
  onCancel?: () => void;
}

/** Setting up a second factor: what the app needs, a code that proves it has it, and the recovery codes. */
export function Enrolment({ before, onDone, onCancel }: EnrolmentProps) {
  const [offered, setOffered] = useState<SecondFactorView | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (!offered) {
    return (
      <>
        {before}
        <Offer onOffered={setOffered} />
      </>
    );
  }
  return <Proof offered={offered} onProven={setCodes} onCancel={onCancel} />;
}

/** Asks the server for a secret; where it has none to give, says why. */
function Offer({ onOffered }: { onOffered: (offered: SecondFactorView) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = useAsk();

  async function run() {
    setBusy(true);
    setError(null);
    try {
      onOffered(await ask(own.offerFactor));
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  }

  return (
    <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
      {error !== null && (
        <Alert severity="error" sx={{ width: "100%" }}>
          <AlertTitle>{said.failedOffer}</AlertTitle>
          <Reason error={error} />
        </Alert>
      )}
      <Button variant="contained" disabled={isBusy} onClick={() => void run()}>
        {said.setUp}
      </Button>
    </Stack>
  );
}

interface ProofProps {
  offered: SecondFactorView;
  onProven: (codes: string[]) => void;
  onCancel?: () => void;
}

function Proof({ offered, onProven, onCancel }: ProofProps) {
  const ask = useAsk();
  const toast = useToast();

  async function save({ code }: CodeForm): Promise<Outcome> {
    try {
      const codes = await ask(() => own.confirmFactor(code));
      toast.done(said.done);
      return { isSaved: true, onDone: () => onProven(codes) };
    } catch (error) {
      const sentences =
        error instanceof HttpError ? (error.body?.errors as Record<string, string>) : undefined;
      // What belongs under the field stands there, and needs no notice beside it.
      if (!sentences?.code) toast.failed(said.failedConfirm, error);
      return { isSaved: false, sentences };
    }
  }

  const { form, submit, isSubmitting } = useRecordForm({
    start: EMPTY,
    form: "CodeForm",
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
function Key({ secret, uri }: SecondFactorView) {
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
