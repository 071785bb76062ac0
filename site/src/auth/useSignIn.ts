import { useState, type BaseSyntheticEvent } from "react";
import { check } from "@karst/web/check";
import { contractResolver } from "@karst/web/contractResolver";
import { useContractForm } from "@karst/web/forms";
import { describeError } from "@karst/web/problems";
import type { UseFormReturn } from "react-hook-form";
import type { SignInRequest, SignUpRequest } from "@karst/client";
import type { FederatedProvider } from "@karst/web/session/popup";
import { trackSignIn } from "@/analytics/analytics";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/signIn.gen";
import { notify } from "@/ui/toast/toastStore";
import { t as tSession } from "@/messages/session.gen";
import type { Session } from "./session";

export type Mode = "signIn" | "signUp";
type Values = SignInRequest & SignUpRequest;

/** The fields in the order on the screen. */
const FIELD_ORDER = ["firstName", "lastName", "email", "password", "code"] as const;

export interface SignInForm {
  /** Whether the code of the second factor is required. */
  requiresCode: boolean;
  form: UseFormReturn<Values>;
  isProcessing: boolean;
  /** The error of the whole form. Errors of a field are shown at the field. */
  formError: string | null;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Clears the errors and the step of the second factor. */
  reset: () => void;
  /** Signs in with a federated provider; `name` is its display name. */
  signInWithProvider: (provider: FederatedProvider, name: string) => Promise<void>;
  /** Requests an email with a password reset link. */
  requestPasswordReset: () => Promise<void>;
}

/** Signing in and signing up by email and password: one form with two modes. */
export function useSignIn(
  mode: Mode,
  session: Session,
  canSendEmail: boolean,
  onDone: () => void,
): SignInForm {
  const [requiresCode, setRequiresCode] = useState(false);
  const [isSending, setSending] = useState(false);
  const [formError, setFormError] = useState<string | null>(null);
  const { form, showErrors, handleSubmit } = useContractForm<Values>({
    resolver: contractResolver(mode === "signIn" ? "SignInRequest" : "SignUpRequest"),
    // Only the visible fields are checked and sent.
    shouldUnregister: true,
    fieldOrder: FIELD_ORDER,
  });

  /** Reports an error in a toast and at the form. */
  function handleError(error: unknown): void {
    const { fields, message, requestId } = describeError(error, tSession("failed.text"));
    const isShown = showErrors(fields);
    setFormError(isShown ? null : message);
    notify({ title: tSession("failed.title"), text: message, requestId, tone: "destructive" });
    if (!isShown) form.setFocus("password");
  }

  /** The password was correct. Asking for a code is a step, not a failure, unless a code was wrong. */
  function requireCode(message: string, hadCode: boolean): void {
    setRequiresCode(true);
    setFormError(null);
    if (hadCode) showErrors([{ field: "code", message }]);
  }

  const submit = handleSubmit(async (values) => {
    setFormError(null);
    try {
      if (mode === "signIn") {
        await session.signIn(values);
        trackSignIn("login", "email");
        notify({ title: t("signIn.done.title"), text: t("signIn.done.text") });
      } else {
        const { firstName } = await session.signUp(values);
        trackSignIn("sign_up", "email");
        const name = isolateBidi(firstName);
        notify({
          title: t("signUp.done.title"),
          text: t(canSendEmail ? "signUp.done.textWithEmail" : "signUp.done.text", {
            hasName: name ? "yes" : "no",
            name,
          }),
        });
      }
    } catch (error) {
      const { requiresCode: isCodeStep, message } = describeError(error, tSession("failed.text"));
      if (isCodeStep) requireCode(message, Boolean(values.code));
      else handleError(error);
      return;
    }
    onDone();
  });

  const signInWithProvider = async (provider: FederatedProvider, name: string) => {
    setFormError(null);
    setSending(true);
    try {
      await session.signInWithProvider(provider);
      trackSignIn("login", provider);
      notify({ title: t("provider.done.title", { provider: name }), text: t("provider.done.text") });
      onDone();
    } catch (error) {
      const title = t("provider.failed.title", { provider: name });
      const { message, requestId } = describeError(error, t("provider.failed.text", { provider: name }));
      setFormError(message);
      notify({ title, text: message, requestId, tone: "destructive" });
    } finally {
      setSending(false);
    }
  };

  const requestPasswordReset = async () => {
    setFormError(null);
    form.clearErrors();
    // The rules of the form require a password too; a reset needs the address alone.
    const email = form.getValues("email") ?? "";
    if (showErrors(check("PasswordResetRequest", { email }))) return;
    setSending(true);
    try {
      await session.requestPasswordReset(email);
      // The same for every address, so that it does not reveal accounts (R312).
      const key = canSendEmail ? "reset.sent" : "reset.withoutEmail";
      notify({ title: t(`${key}.title`), text: t(`${key}.text`) });
    } catch (error) {
      handleError(error);
    } finally {
      setSending(false);
    }
  };

  return {
    requiresCode,
    form,
    isProcessing: form.formState.isSubmitting || isSending,
    formError,
    submit,
    signInWithProvider,
    requestPasswordReset,
    reset() {
      setRequiresCode(false);
      setFormError(null);
      form.clearErrors();
    },
  };
}
