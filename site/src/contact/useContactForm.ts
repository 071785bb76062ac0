import { useState, type BaseSyntheticEvent } from "react";
import { createKarst, type ContactRequest } from "@karst/client";
import { useForm, type Resolver, type UseFormReturn } from "react-hook-form";
import { describeError } from "@/auth/errors";
import { notify } from "@/ui/toast/toastStore";
import { words } from "./words";

export type ContactValues = Required<Pick<ContactRequest, "name" | "email" | "subject" | "message">> & {
  type: NonNullable<ContactRequest["type"]>;
  /** Nobody sees this field; what fills it is a machine. */
  leaveBlank: string;
};

export type Outcome = { kind: "sent" } | { kind: "failed"; reason: string };

export interface Contact {
  form: UseFormReturn<ContactValues>;
  isSending: boolean;
  /** How the last try ended. */
  outcome: Outcome | null;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Somebody is about to write: fetches the rules. */
  prepare: () => void;
}

/** The contract's rules are fetched when somebody writes; where that fails, the server still knows them. */
const loadRules = () => import("@/auth/contractResolver").catch(() => null);

const resolver: Resolver<ContactValues> = async (values, context, options) => {
  const rules = await loadRules();
  return rules
    ? rules.contractResolver<ContactValues>("ContactRequest")(values, context, options)
    : { values, errors: {} };
};

/** The contact form: idle, sending, then sent or failed (rows 102 to 104). `email` is where one may write instead. */
export function useContactForm(email: string): Contact {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [open] = useState(stopwatch);
  const form = useForm<ContactValues>({ resolver });

  /** Says why it did not work, as a notice and beside the button. What was typed stays. */
  function refuse(error: unknown): void {
    const { title, text } = words.failed;
    const failure = describeError(error, "");
    const shown = failure.fields.filter(({ field }) => field in form.getValues());
    for (const { field, message } of shown) form.setError(field as keyof ContactValues, { message });
    if (shown[0]) form.setFocus(shown[0].field as keyof ContactValues);
    const reason = [failure.message, text(email)].filter(Boolean).join(" ");
    setOutcome({ kind: "failed", reason });
    notify({ title, text: reason, requestId: failure.requestId, tone: "destructive" });
  }

  const send = async (values: ContactValues) => {
    setOutcome(null);
    try {
      const elapsedMs = open.elapsedMs();
      await createKarst().POST("/api/contact", { body: { ...values, elapsedMs } });
    } catch (error) {
      refuse(error);
      return;
    }
    form.reset();
    open.start();
    setOutcome({ kind: "sent" });
    notify(words.sent);
  };

  return {
    form,
    isSending: form.formState.isSubmitting,
    outcome,
    submit: form.handleSubmit(send),
    prepare: () => void loadRules(),
  };
}

/** How long the form has been open, from the first rendering or the last message on. */
function stopwatch() {
  let startedAt = performance.now();
  return {
    start: () => void (startedAt = performance.now()),
    elapsedMs: () => Math.round(performance.now() - startedAt),
  };
}
