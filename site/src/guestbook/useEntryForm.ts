import { useEffect, useRef, useState, type BaseSyntheticEvent } from "react";
import { check, type FormName } from "@karst/client/check";
import { useForm, type DefaultValues, type Path, type UseFormRegisterReturn } from "react-hook-form";
import { describeError, type ErrorDescription } from "@/auth/errors";
import type { SpamSignals } from "./queries";
import { PhotoError } from "./usePhotos";

/** What is typed into a form: every field a text. `leaveBlank` is the one that no person sees. */
type Typed = Record<string, string> & { leaveBlank: string };

interface Parts<Values extends Typed, Sent> {
  /** The contract's rules that the form is checked by before anything is sent. */
  rules: FormName;
  empty: Values;
  /** The fields as they stand on the screen: the first at fault gets the focus. */
  order: readonly (keyof Values & string)[];
  /** What somebody typed, as the API takes it. */
  read: (values: Values) => Sent;
  /** Sends it, and says so. */
  post: (sent: Sent & SpamSignals) => Promise<void>;
  /** It did not work: `message` is the server's sentence, or `fallback`. */
  onRefused: (failure: ErrorDescription) => void;
  fallback: string;
}

export interface EntryFormState<Name extends string = string> {
  /** What the control of a field wears, and why its value is not taken. */
  field: (name: Name) => { input: UseFormRegisterReturn; error: string | undefined };
  isSending: boolean;
  /** What the form as a whole was refused for; a field's own fault stands at the field. */
  refusal: string | null;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
}

/**
 * A form for something that travellers write: checked by the contract's rules, and sent with how long it was open and
 * what stood in the field that no person sees. What was typed stays when it is refused.
 */
export function useEntryForm<Values extends Typed, Sent>(
  parts: Parts<Values, Sent>,
): EntryFormState<keyof Values & string> {
  const { rules, empty, order, read, post, onRefused, fallback } = parts;
  const [refusal, setRefusal] = useState<string | null>(null);
  const element = useRef<HTMLFormElement | null>(null);
  /** The photo that was not taken at the last try. */
  const [refusedPhoto, setRefusedPhoto] = useState<PhotoError | null>(null);
  useEffect(() => {
    if (refusedPhoto) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusedPhoto]);
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = Date.now();
  }, []);

  const form = useForm<Values>({
    defaultValues: empty as DefaultValues<Values>,
    shouldFocusError: false, // its order is that of registration
  });
  const { errors, isSubmitting } = form.formState;

  /** Says what is wrong at the fields, and goes to the first. False when nothing of it belongs to one. */
  function blame(faults: readonly { field: string; message: string }[]): boolean {
    const known = faults.filter(({ field }) => order.includes(field));
    for (const { field, message } of known) form.setError(field as Path<Values>, { message });
    const first = order.find((name) => known.some(({ field }) => field === name));
    if (first !== undefined) form.setFocus(first as Path<Values>);
    return first !== undefined;
  }

  async function send(values: Values): Promise<void> {
    setRefusal(null);
    const elapsedMs = Math.max(0, Date.now() - openedAt.current);
    const sent = { ...read(values), leaveBlank: values.leaveBlank, elapsedMs };
    if (blame(check(rules, sent))) return;
    try {
      await post(sent);
    } catch (error) {
      // The photo's field shows the reason, and gets the focus.
      if (error instanceof PhotoError) return setRefusedPhoto(error);
      const failure = describeError(error, fallback);
      if (!blame(failure.fields)) setRefusal(failure.message);
      onRefused(failure);
    }
  }

  return {
    field: (name) => ({
      input: form.register(name as Path<Values>),
      error: errors[name]?.message as string | undefined,
    }),
    isSending: isSubmitting,
    refusal,
    submit: (event) => {
      element.current = event?.currentTarget as HTMLFormElement | null;
      return form.handleSubmit(send)(event);
    },
  };
}

/** Typed text; null where there is none. */
export function emptyToNull(text: string): string | null {
  return text.trim() ? text : null;
}

/** The number of a choice; null where none was made. */
export function parseChoice(value: string | null): number | null {
  return value ? Number(value) : null;
}
