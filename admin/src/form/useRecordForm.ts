import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import { HttpError } from "react-admin";
import type { DefaultValues, FieldValues, Path, PathValue } from "react-hook-form";
import type { FormName } from "@karst/client/check";
import { atListInput, contractResolver, type PlaceViolation } from "@karst/web/contractResolver";
import { invalidFields, useContractForm, type Violation } from "@karst/web/forms";
import type { Drafting } from "../drafts/drafting";
import { futureTime } from "../drafts/draft";
import { changedFields } from "./changedFields";
import { isOwnSubmit } from "./isOwnSubmit";
import { useUnsavedCopy } from "./useUnsavedCopy";

/** The result of a save. */
export type Outcome =
  | { isSaved: true; /** Leads on, once nothing holds the form back any more. */ onDone?: () => void }
  /**
   * Nothing was saved. The form shows the `sentences` by field and keeps its values. `isUnreached`: there was no
   * response, so the same save can be tried again.
   */
  | { isSaved: false; sentences?: Record<string, string>; isUnreached?: boolean };

/** The result of a save that failed with `error`, an error of the data provider. */
export function notSaved(error: unknown): Outcome {
  if (!(error instanceof HttpError)) return { isSaved: false };
  const sentences = (error.body as { errors?: Record<string, string> } | undefined)?.errors;
  return { isSaved: false, sentences, isUnreached: error.status === 0 };
}

interface RecordFormOptions<Values extends FieldValues, Body> {
  /** The initial values; a new object resets the form. */
  start: Values;
  /** The values of the stored record, whose rules are not checked again. Default: `start`. */
  stored?: Values;
  form: FormName;
  /** Converts the form values to the request body, which is validated and sent. */
  shape: (values: Values) => Body;
  save: (body: Body) => Promise<Outcome>;
  /** The fields in the order of the screen: the first invalid one gets the focus. Default: as in `start`. */
  order?: readonly string[];
  /** Makes a field focusable, for example by opening its tab. Default: all fields are. */
  reveal?: (field: string) => void;
  /** Selects the input at which a violation is shown. Default: the input of its field. */
  place?: PlaceViolation;
  /** Violations that only the inputs can detect, such as an incomplete time. Default: none. */
  ownFaults?: (values: Values) => readonly Violation[];
  /** When a field is validated first. */
  mode?: "onTouched" | "onSubmit";
  /** The name of the stored copy of unsaved changes, like `businesses/7`. Default: no copy is stored. */
  copyName?: string;
  /** The draft of the record, which the form saves instead of the record once there is one. */
  drafting?: Drafting;
}

/** The state of a form, as screens use it. */
export type RecordForm<Values extends FieldValues> = ReturnType<typeof useRecordForm<Values, unknown>>;

/** The state of a form: values, error messages, and one save at a time. */
export function useRecordForm<Values extends FieldValues, Body>({
  start,
  stored = start,
  form: name,
  shape,
  save,
  order,
  reveal,
  place = atListInput,
  ownFaults,
  mode = "onTouched",
  copyName,
  drafting,
}: RecordFormOptions<Values, Body>) {
  const resolver = useMemo(
    () => contractResolver<Values>(name, shape, place, ownFaults, isUpdate(name) ? shape(stored) : undefined),
    [name, shape, place, ownFaults, stored],
  );
  const { form, showErrors, handleSubmit } = useContractForm<Values>({
    defaultValues: start as DefaultValues<Values>,
    resolver,
    mode,
    fieldOrder: order,
    reveal,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const isUnsaved = useRef(false);
  const isSaving = useRef(false);
  /** The running save of the draft for its preview. */
  const keeping = useRef<Promise<unknown> | null>(null);
  const keepsValues = useRef(false);
  const latestDrafting = useRef(drafting);
  const sent = useRef<Values | null>(null);
  const [isUnreached, setUnreached] = useState(false);
  const [isSending, setSending] = useState(false);
  const isUnsavedNow = useCallback(() => isUnsaved.current, []);
  const { copy, forget } = useUnsavedCopy({ name: copyName, form, start, isUnsaved: isUnsavedNow });

  useEffect(() => {
    isUnsaved.current = isDirty;
    latestDrafting.current = drafting;
  }, [isDirty, drafting]);

  const shown = useRef(start);
  useEffect(() => {
    if (shown.current === start) return;
    shown.current = start;
    // Changes typed during the save are not in `start`: they stay as unsaved changes.
    const late = sent.current ? typedSince(sent.current, form.getValues()) : [];
    // A save for the preview changes no input. A trailing space that the server did not store is not a change.
    const kept = keepsValues.current ? sent.current : null;
    // Publishing saves the draft first: changes typed before it ends are not in the next `start` either.
    sent.current = isSaving.current ? start : null;
    form.reset(kept ?? start, { keepValues: kept !== null });
    keepsValues.current = false;
    for (const [field, value] of late) form.setValue(field, value, { shouldDirty: true });
    isUnsaved.current = late.length > 0;
    if (late.length === 0) forget();
  }, [start, form, forget]);

  async function deliver(values: Values, action: (body: Body) => Promise<Outcome>): Promise<Outcome> {
    sent.current = values;
    setUnreached(false);
    const outcome = await action(shape(values));
    if (outcome.isSaved) {
      isUnsaved.current = false;
      forget();
      outcome.onDone?.();
      return outcome;
    }
    sent.current = null;
    const sentences = Object.entries(outcome.sentences ?? {});
    showErrors(
      sentences.map(([field, message]) => place({ field: field.replace(/^fields\./, ""), message })),
    );
    return outcome;
  }

  /**
   * Passes the values to an action, after validation if `isChecked`. Undefined if they are invalid, or if another
   * action is running.
   */
  async function send(action: (body: Body) => Promise<Outcome>, isChecked: boolean) {
    if (keeping.current) await keeping.current;
    // Set before validation: a second press before the response would save a second time.
    if (isSaving.current) return;
    isSaving.current = true;
    setSending(!isChecked);
    let outcome: Outcome | undefined;
    try {
      if (isChecked) await handleSubmit(async (values) => void (outcome = await deliver(values, action)))();
      else outcome = await deliver(structuredClone(form.getValues()), action);
    } finally {
      isSaving.current = false;
      setSending(false);
    }
    return outcome;
  }

  /**
   * Saves the draft for its preview while the editor types, without validation, messages or a busy state. Undefined
   * while another save is running.
   */
  async function keep(action: (body: Body) => Promise<Outcome>) {
    while (keeping.current) await keeping.current;
    if (isSaving.current) return;
    const values = structuredClone(form.getValues());
    sent.current = values;
    keepsValues.current = true;
    const work = action(shape(values));
    keeping.current = work.catch(() => null);
    try {
      const outcome = await work;
      if (!outcome.isSaved) {
        sent.current = null;
        keepsValues.current = false;
      }
      return outcome;
    } finally {
      keeping.current = null;
    }
  }

  async function submit(event?: FormEvent) {
    if (event && !isOwnSubmit(event)) return;
    event?.preventDefault();
    if (keeping.current) await keeping.current;
    const current = latestDrafting.current;
    const saved = current?.draft;
    const action = saved ? (body: Body) => current.save(body) : save;
    const outcome = await send(action, !saved || futureTime(saved) !== null);
    if (outcome && !outcome.isSaved) setUnreached(outcome.isUnreached === true);
  }

  return {
    form,
    submit: (event?: FormEvent): void => void submit(event),
    isDirty,
    isSubmitting: isSubmitting || isSending,
    send,
    keep,
    /** Calls `then` if the values are valid; otherwise focuses the first invalid field. */
    check: (then: () => void): void => void handleSubmit(async () => then())(),
    drafting,
    /** Whether the last save got no response. */
    isUnreached,
    isUnsaved: isUnsavedNow,
    /** Unsaved changes from earlier. */
    copy,
    /** Deletes the stored copy of the unsaved changes. */
    forget,
    /** The invalid fields. */
    faults: invalidFields(errors),
  };
}

/** Whether the form changes a record that is stored: its stored values are not checked again. */
function isUpdate(name: FormName): boolean {
  return name.endsWith("Changes");
}

/** The fields that changed after they were sent. */
function typedSince<Values extends FieldValues>(then: Values, now: Values) {
  const fields = changedFields(then, now) as Path<Values>[];
  return fields.map((field) => [field, now[field] as PathValue<Values, Path<Values>>] as const);
}
