import type { PlaceForm } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { useForm, type FieldErrors } from "react-hook-form";
import { asFieldErrors, resolverFor } from "../forms";
import { FIELDS, isWritable, TABS, tabOf, type Field, type Tab } from "./fields";
import { toForm, type PlaceText } from "./shape";

/** How a save ended. */
export type Outcome =
  | { isSaved: true; /** Leads on, once nothing holds the form back any more. */ onDone?: () => void }
  /** Nothing was saved; `sentences` by field are shown in the form, which keeps what was typed. */
  | { isSaved: false; sentences?: Record<string, string> };

interface BusinessFormOptions {
  /** What the inputs start with; a new object starts the form anew. */
  start: PlaceText;
  form: FormName;
  save: (form: Partial<PlaceForm>) => Promise<Outcome>;
}

/** The writable part of the form: what is checked is what is sent. */
function body(text: PlaceText): Partial<PlaceForm> {
  const fields = Object.entries(toForm(text)).filter(
    ([field, value]) => isWritable(field) && value !== undefined,
  );
  return Object.fromEntries(fields) as Partial<PlaceForm>;
}

/** The state of a place's form: values, sentences, the open tab, and one save at a time. */
export function useBusinessForm({ start, form: name, save }: BusinessFormOptions) {
  const resolver = useMemo(() => resolverFor<PlaceText>(name, body), [name]);
  const form = useForm<PlaceText>({
    defaultValues: start,
    resolver,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const [tab, setTab] = useState<Tab>("information");
  const isUnsaved = useRef(false);
  const isSaving = useRef(false);
  const sent = useRef<PlaceText | null>(null);

  useEffect(() => {
    isUnsaved.current = isDirty;
  }, [isDirty]);

  const shown = useRef(start);
  useEffect(() => {
    if (shown.current === start) return;
    shown.current = start;
    // What was typed while the save was under way is not in `start`: it stays, as an unsaved change.
    const late = sent.current ? typedSince(sent.current, form.getValues()) : [];
    sent.current = null;
    form.reset(start);
    for (const [field, value] of late) form.setValue(field, value, { shouldDirty: true });
  }, [start, form]);

  function lead(faulty: string[]) {
    const first = TABS.flatMap((one) => FIELDS[one]).find((field) => faulty.includes(field));
    if (!first) return;
    // The tab is drawn first: what is hidden cannot have the focus.
    flushSync(() => setTab(tabOf(first)));
    form.setFocus(first);
  }

  async function send(text: PlaceText) {
    sent.current = text;
    const outcome = await save(body(text));
    if (outcome.isSaved) {
      isUnsaved.current = false;
      outcome.onDone?.();
      return;
    }
    sent.current = null;
    const sentences = Object.entries(asFieldErrors(outcome.sentences ?? {}));
    for (const [field, error] of sentences) form.setError(field as Field, error as { message: string });
    lead(sentences.map(([field]) => field));
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    // From the press to the answer, checking included: a second press in between would save a second time.
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await form.handleSubmit(send, (faults: FieldErrors) => lead(Object.keys(faults)))(event);
    } finally {
      isSaving.current = false;
    }
  }

  return {
    form,
    tab,
    setTab,
    submit: (event?: FormEvent) => void submit(event),
    isDirty,
    isSubmitting,
    isUnsaved: useCallback(() => isUnsaved.current, []),
    faults: Object.keys(errors),
  };
}

/** The fields that hold something else now than when they were sent. */
function typedSince(then: PlaceText, now: PlaceText): [Field, PlaceText[Field]][] {
  const fields = Object.keys(now) as Field[];
  return fields
    .filter((field) => JSON.stringify(now[field]) !== JSON.stringify(then[field]))
    .map((field) => [field, now[field]]);
}
