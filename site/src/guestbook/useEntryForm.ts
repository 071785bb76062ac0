import { useEffect, useRef, useState, type BaseSyntheticEvent } from "react";
import { check, type FormName } from "@karst/web/check";
import { useContractForm } from "@karst/web/forms";
import { describeError, type ErrorDescription } from "@karst/web/problems";
import type { DefaultValues, Path, UseFormRegisterReturn } from "react-hook-form";
import type { SpamSignals } from "./queries";
import { PhotoError } from "./usePhotos";

/** The values of a form, all of them text. `leaveBlank` is the honeypot. */
type FormValues = Record<string, string> & { leaveBlank: string };

interface EntryFormOptions<Values extends FormValues, Payload> {
  /** The form of the API whose rules are checked before sending. */
  formName: FormName;
  /** In the order on the screen. */
  emptyValues: Values;
  /** Converts the values to the API's types. */
  toPayload: (values: Values) => Payload;
  /** Sends the payload and confirms it. */
  send: (payload: Payload & SpamSignals) => Promise<void>;
  /** Reports a failure: its message is the server's or `fallbackMessage`. */
  onError: (error: ErrorDescription) => void;
  fallbackMessage: string;
}

export interface EntryFormState<Name extends string = string> {
  /** The props of the control of a field, and its error. */
  field: (name: Name) => { input: UseFormRegisterReturn; error: string | undefined };
  isSending: boolean;
  /** The error of the whole form. Errors of a field are shown at the field. */
  formError: string | null;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
}

/**
 * A form for texts by travelers: checked by the API's rules and sent with its honeypot and the time it was open. After a
 * failure the values stay.
 */
export function useEntryForm<Values extends FormValues, Payload>(
  options: EntryFormOptions<Values, Payload>,
): EntryFormState<keyof Values & string> {
  const { formName, emptyValues, toPayload, send, onError, fallbackMessage } = options;
  const [formError, setFormError] = useState<string | null>(null);
  const element = useRef<HTMLFormElement | null>(null);
  /** The error of a photo at the last attempt. */
  const [photoError, setPhotoError] = useState<PhotoError | null>(null);
  useEffect(() => {
    if (photoError) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [photoError]);
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = Date.now();
  }, []);

  const { form, showErrors } = useContractForm<Values>({
    defaultValues: emptyValues as DefaultValues<Values>,
  });
  const { errors, isSubmitting } = form.formState;

  async function handleSubmit(values: Values): Promise<void> {
    setFormError(null);
    const elapsedMs = Math.max(0, Date.now() - openedAt.current);
    const payload = { ...toPayload(values), leaveBlank: values.leaveBlank, elapsedMs };
    if (showErrors(check(formName, payload))) return;
    try {
      await send(payload);
    } catch (error) {
      // The photo's field shows the message and gets the focus.
      if (error instanceof PhotoError) return setPhotoError(error);
      const description = describeError(error, fallbackMessage);
      if (!showErrors(description.fields)) setFormError(description.message);
      onError(description);
    }
  }

  return {
    field: (name) => ({
      input: form.register(name as Path<Values>),
      error: errors[name]?.message as string | undefined,
    }),
    isSending: isSubmitting,
    formError,
    submit: (event) => {
      element.current = event?.currentTarget as HTMLFormElement | null;
      return form.handleSubmit(handleSubmit)(event);
    },
  };
}

/** The text, null if it is blank. */
export function emptyToNull(text: string): string | null {
  return text.trim() ? text : null;
}

/** The numeric value of a choice, null if there is none. */
export function parseChoice(value: string | null): number | null {
  return value ? Number(value) : null;
}
