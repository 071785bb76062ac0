import { useState, type BaseSyntheticEvent } from "react";
import { createApiClient, type ContactRequest } from "@karst/client";
import { useContractForm } from "@karst/web/forms";
import { describeError } from "@karst/web/problems";
import type { Resolver, UseFormReturn } from "react-hook-form";
import { t } from "@/messages/contactForm.gen";
import { notify } from "@/ui/toast/toastStore";

export type ContactValues = Required<Pick<ContactRequest, "name" | "email" | "subject" | "message">> & {
  type: NonNullable<ContactRequest["type"]>;
  /** The honeypot field: people do not see it, so bots alone fill it. */
  leaveBlank: string;
};

export type ContactOutcome = { kind: "sent" } | { kind: "failed"; reason: string };

export interface ContactFormState {
  form: UseFormReturn<ContactValues>;
  isSending: boolean;
  /** The result of the last submission. */
  outcome: ContactOutcome | null;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Loads the validation rules; call it when the form gets the focus. */
  prepare: () => void;
}

/** The validation rules are loaded on first use. If that fails, the server still validates. */
const loadRules = () => import("@karst/web/contractResolver").catch(() => null);

const resolver: Resolver<ContactValues> = async (values, context, options) => {
  const rules = await loadRules();
  return rules
    ? rules.contractResolver<ContactValues>("ContactRequest")(values, context, options)
    : { values, errors: {} };
};

/** The state of the contact form (R102 to R104). `email` is an alternative address for messages. */
export function useContactForm(email: string): ContactFormState {
  const [outcome, setOutcome] = useState<ContactOutcome | null>(null);
  const [timer] = useState(createTimer);
  const { form, showErrors, handleSubmit } = useContractForm<ContactValues>({ resolver });

  /** Shows why the message was not sent, in a toast and beside the button. The values stay. */
  function handleError(error: unknown): void {
    const failure = describeError(error, "");
    showErrors(failure.fields);
    const retry = email ? t("failed.retryOrEmail", { email }) : t("failed.retry");
    const reason = [failure.message, retry].filter(Boolean).join(" ");
    setOutcome({ kind: "failed", reason });
    notify({ title: t("failed.title"), text: reason, requestId: failure.requestId, tone: "destructive" });
  }

  const send = async (values: ContactValues) => {
    setOutcome(null);
    try {
      const elapsedMs = timer.elapsedMs();
      await createApiClient().POST("/api/contact", { body: { ...values, elapsedMs } });
    } catch (error) {
      handleError(error);
      return;
    }
    form.reset();
    timer.restart();
    setOutcome({ kind: "sent" });
    notify({ title: t("sent.title"), text: t("sent.text") });
  };

  return {
    form,
    isSending: form.formState.isSubmitting,
    outcome,
    submit: handleSubmit(send),
    prepare: () => void loadRules(),
  };
}

/** Measures the time since the first rendering or the last restart. */
function createTimer() {
  let startedAt = performance.now();
  return {
    restart: () => void (startedAt = performance.now()),
    elapsedMs: () => Math.round(performance.now() - startedAt),
  };
}
