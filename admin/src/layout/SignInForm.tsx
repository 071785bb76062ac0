import { Alert, Button, Stack, TextField } from "@mui/material";
import { ApiError, errorMessage, ProviderError, type SignInRequest as Entered } from "@karst/client";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { PasswordField } from "../form/PasswordField";
import { SECOND_FACTOR_REQUIRED } from "../identity/problems";
import { t } from "../messages/login.gen";

/** The messages for the error codes of an identity provider (R33). */
const PROVIDER_ERRORS: Partial<
  Record<string, "wrongPassword" | "deactivated" | "tooManyRequests" | "offline">
> = {
  "wrong-password": "wrongPassword",
  "user-disabled": "deactivated",
  "too-many-requests": "tooManyRequests",
  "network-request-failed": "offline",
};

interface SignInFormProps {
  signIn: (entered: Entered) => Promise<unknown>;
  /** Who was signed in before, and nobody else. */
  email?: string;
}

/** Email and password, a code if the account has a second factor, and the error of the server. */
export function SignInForm({ signIn, email }: SignInFormProps) {
  const { error, isBusy, submit, password, code } = useSigningIn(signIn);
  return (
    <Stack component="form" spacing={2} onSubmit={submit} aria-label={t("title")}>
      <TextField
        name="email"
        type="email"
        label={t("email")}
        autoComplete="username"
        required
        autoFocus={!email}
        defaultValue={email}
        size="medium"
        slotProps={{ inputLabel: { required: false }, input: { readOnly: Boolean(email) } }}
      />
      <PasswordField
        name="password"
        label={t("password")}
        autoComplete="current-password"
        required
        autoFocus={Boolean(email)}
        size="medium"
        inputRef={password}
        slotProps={{ inputLabel: { required: false } }}
      />
      {code.isAsked && (
        <TextField
          name="code"
          label={t("code")}
          autoComplete="one-time-code"
          required
          size="medium"
          inputRef={code.input}
          error={code.fault !== ""}
          helperText={code.fault || t("codeHint")}
          slotProps={{
            inputLabel: { required: false },
            htmlInput: { maxLength: 40, autoCapitalize: "none" },
            formHelperText: { ...(code.fault && { role: "alert" }) },
          }}
        />
      )}
      {error && <Alert severity="error">{error}</Alert>}
      <Button type="submit" variant="contained" size="large" disabled={isBusy}>
        {isBusy ? t("busy") : t("submit")}
      </Button>
    </Stack>
  );
}

function useSigningIn(signIn: SignInFormProps["signIn"]) {
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [codeFault, setCodeFault] = useState("");

  // Once it is asked for, it is where the typing goes on.
  useEffect(() => {
    if (isCodeAsked) code.current?.focus();
  }, [isCodeAsked]);

  function refused(reason: unknown, entered: string) {
    if (reason instanceof ApiError && reason.problem?.type === SECOND_FACTOR_REQUIRED) {
      setCodeAsked(true);
      if (entered) setCodeFault(errorMessage(reason, t("failed")));
      code.current?.select();
      code.current?.focus();
      return;
    }
    if (reason instanceof ProviderError) setError(t(PROVIDER_ERRORS[reason.code] ?? "failed"));
    else setError(errorMessage(reason, t(reason instanceof ApiError ? "failed" : "offline")));
    password.current?.select();
    password.current?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const entered = new FormData(event.currentTarget);
    const text = (field: string) => String(entered.get(field) ?? "");
    const typed = text("code");
    setBusy(true);
    setError("");
    setCodeFault("");
    try {
      await signIn({ email: text("email"), password: text("password"), ...(typed && { code: typed }) });
    } catch (reason) {
      refused(reason, typed);
    } finally {
      setBusy(false);
    }
  }

  return { error, isBusy, submit, password, code: { input: code, isAsked: isCodeAsked, fault: codeFault } };
}
