import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";

/** How sending a form ended: every fault is a sentence, by field where it belongs to one. */
export type SubmitResult<Field extends string = string> =
  { kind: "done" } | { kind: "refused"; errors: Partial<Record<Field, string>>; reason: string };

/**
 * A form whose values the browser keeps: its state while it is sent, and what became of it. The focus goes to the first
 * field at fault, else to the element with the `status` ref.
 */
export function useSubmit<Field extends string>(send: (values: FormData) => Promise<SubmitResult<Field>>) {
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<SubmitResult<Field> | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const status: RefObject<HTMLParagraphElement | null> = useRef(null);

  useEffect(() => {
    if (!outcome) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? status.current)?.focus();
  }, [outcome]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const sent = event.currentTarget;
    setSending(true);
    // A part of the page that could not be fetched is no answer.
    const result = await send(new FormData(sent)).catch((): SubmitResult<Field> => ({
      kind: "refused",
      errors: {},
      reason: "",
    }));
    setSending(false);
    setOutcome(result);
    if (result.kind === "done") sent.reset();
  }

  const errors: Partial<Record<Field, string>> = outcome?.kind === "refused" ? outcome.errors : {};
  const hasFieldErrors = Object.keys(errors).length > 0;
  return {
    isSending,
    isDone: outcome?.kind === "done",
    errors,
    /** Why it was refused, where that belongs to no field; blank where there is no sentence for it. */
    reason: outcome?.kind === "refused" && !hasFieldErrors ? outcome.reason : null,
    status,
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    },
  };
}
