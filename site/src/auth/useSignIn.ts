import { useState, type BaseSyntheticEvent } from "react";
import { check } from "@karst/client/check";
import { useForm, type FieldErrors, type UseFormReturn } from "react-hook-form";
import { countSignIn } from "@/analytics/analytics";
import { notify } from "@/ui/toast/toastStore";
import { accountTexts } from "@/texts/account";
import { identityTexts } from "@/texts/identity";
import { contractResolver } from "./contractResolver";
import type { Credentials, NewAccount } from "./authBackend";
import { describeError } from "./errors";
import type { FederatedProvider } from "./popup";
import type { Session } from "./session";

export type Mode = "signIn" | "signUp";
type Values = Credentials & NewAccount;

/** The fields as they stand on the screen. */
const ORDER = ["firstName", "lastName", "email", "password", "code"] as const;

export interface SignInForm {
  /** Whether a code of the second factor is asked for. */
  wantsCode: boolean;
  form: UseFormReturn<Values>;
  isProcessing: boolean;
  /** What the whole form was refused for; a field's own fault stands at the field. */
  refusal: string | null;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Forgets what was said about the form so far. */
  clear: () => void;
  /** Signs in with somebody else's account; `name` is what people call it. */
  signInWith: (other: FederatedProvider, name: string) => Promise<void>;
  /** Sends the letter that helps against a forgotten password. */
  forgot: () => Promise<void>;
}

/** Signing in and signing up by e-mail and password: one form, two modes. `hasMail`: letters reach their people. */
export function useSignIn(mode: Mode, session: Session, hasMail: boolean, onDone: () => void): SignInForm {
  const [wantsCode, setWantsCode] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<Values>({
    resolver: contractResolver(mode === "signIn" ? "SignInRequest" : "SignUpRequest"),
    // Only what is on the screen is checked and sent.
    shouldUnregister: true,
    // Its order is that of first appearance, which after a switch is not the order on the screen.
    shouldFocusError: false,
  });

  /** Says why it did not work: as a notice, and where the reader's eyes are. */
  function refuse(error: unknown): void {
    const failure = describeError(error);
    const shown = failure.fields.filter(({ field }) => field in form.getValues());
    for (const { field, message } of shown) form.setError(field as keyof Values, { message });
    setRefusal(shown.length > 0 ? null : failure.message);
    const { message, requestId } = failure;
    notify({ title: accountTexts.failed.title, text: message, requestId, tone: "destructive" });
    form.setFocus(shown[0] ? (shown[0].field as keyof Values) : "password");
  }

  /** The password was right, and more is wanted: that is a step, not a failure, unless the code was wrong. */
  function askForCode(message: string, hadCode: boolean): void {
    setWantsCode(true);
    setRefusal(null);
    if (hadCode) {
      form.setError("code", { message });
      form.setFocus("code");
    }
  }

  function focusFirst(errors: FieldErrors<Values>): void {
    const first = ORDER.find((name) => errors[name]);
    if (first) form.setFocus(first);
  }

  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      if (mode === "signIn") {
        await session.signIn(values);
        countSignIn("login", "email");
        notify(identityTexts.signIn.done);
      } else {
        const { firstName } = await session.signUp(values);
        countSignIn("sign_up", "email");
        notify(identityTexts.signUp.done(firstName, hasMail));
      }
    } catch (error) {
      const { wantsCode: isStep, message } = describeError(error);
      if (isStep) askForCode(message, Boolean(values.code));
      else refuse(error);
      return;
    }
    onDone();
  }, focusFirst);

  const signInWith = async (other: FederatedProvider, name: string) => {
    setRefusal(null);
    setSending(true);
    try {
      await session.signInWith(other);
      countSignIn("login", other);
      notify(identityTexts.federatedDone(name));
      onDone();
    } catch (error) {
      const { title, text } = identityTexts.federatedFailed(name);
      const { message, requestId } = describeError(error, text);
      setRefusal(message);
      notify({ title, text: message, requestId, tone: "destructive" });
    } finally {
      setSending(false);
    }
  };

  const forgot = async () => {
    setRefusal(null);
    form.clearErrors();
    // The form's own rules ask for a password too; here the address alone counts.
    const email = form.getValues("email") ?? "";
    const [broken] = check("PasswordResetRequest", { email });
    if (broken) {
      form.setError("email", { message: broken.message });
      form.setFocus("email");
      return;
    }
    setSending(true);
    try {
      await session.requestReset(email);
      notify(hasMail ? identityTexts.resetSent : identityTexts.resetKept);
    } catch (error) {
      refuse(error);
    } finally {
      setSending(false);
    }
  };

  return {
    wantsCode,
    form,
    isProcessing: form.formState.isSubmitting || isSending,
    refusal,
    submit,
    signInWith,
    forgot,
    clear() {
      setWantsCode(false);
      setRefusal(null);
      form.clearErrors();
    },
  };
}
