import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";

/** The result of sending a form: messages by field, and one for the whole form. */
export type SubmitResult<Field extends string = string> =
  { kind: "success" } | { kind: "error"; fieldErrors: Partial<Record<Field, string>>; message: string };

/**
 * The state of an uncontrolled form and the result of sending it. The focus goes to the first invalid field, otherwise to
 * the element with the `status` ref.
 */
export function useSubmit<Field extends string>(send: (values: FormData) => Promise<SubmitResult<Field>>) {
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<SubmitResult<Field> | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const status: RefObject<HTMLParagraphElement | null> = useRef(null);

  useEffect(() => {
    if (!result) return;
    const firstInvalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (firstInvalid ?? status.current)?.focus();
  }, [result]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const submittedForm = event.currentTarget;
    setSending(true);
    // `send` rejects if code that it imports cannot be loaded.
    const nextResult = await send(new FormData(submittedForm)).catch((): SubmitResult<Field> => ({
      kind: "error",
      fieldErrors: {},
      message: "",
    }));
    setSending(false);
    setResult(nextResult);
    if (nextResult.kind === "success") submittedForm.reset();
  }

  const errors: Partial<Record<Field, string>> = result?.kind === "error" ? result.fieldErrors : {};
  const hasFieldErrors = Object.keys(errors).length > 0;
  return {
    isSending,
    isDone: result?.kind === "success",
    errors,
    /** The error of the whole form, null if there is none; empty if it has no message. */
    formError: result?.kind === "error" && !hasFieldErrors ? result.message : null,
    status,
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    },
  };
}
