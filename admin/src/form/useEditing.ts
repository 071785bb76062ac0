import { useMemo, useState } from "react";
import { HttpError, useUpdate, type RaRecord } from "react-admin";
import type { UpdateMeta } from "../dataProvider";
import { useToast } from "../layout/Toasts";
import { changedFields } from "./changedFields";
import { notSaved, type Outcome } from "./useRecordForm";

/** A conflict of two saves: three versions as form values (before, theirs and mine), and the ways to continue. */
export interface Conflict<Text> {
  before: Text;
  theirs: Text;
  mine: Text;
  /** The time of the other save. */
  changedAt: string;
  /** The name of the other person, if known. */
  by?: string;
  /** Replaces the title and the text of the dialog. */
  title?: string;
  text?: string;
  onKeep: () => void;
  onReload: () => void;
  /**
   * Saves `chosen`: my values, and theirs where chosen. It replaces the version that was shown; if a third version
   * was saved meanwhile, there is another conflict.
   */
  onOverwrite: (chosen: Text) => void;
}

/** A save that was refused because someone else saved first. */
interface Refused<View, Form> {
  theirs: View;
  form: Partial<Form>;
}

export interface EditingOptions<View, Text, Form> {
  resource: string;
  record: View;
  /** The form values of a record. */
  toText: (record: Partial<View>) => Text;
  /** The request body of form values. */
  toForm: (text: Text) => Partial<Form>;
  /** The message if a save fails. */
  failed: string;
  /** The message if the session has ended. Default: `failed`. */
  expired?: string;
  onSaved: (saved: View) => void;
}

/**
 * Saves an existing record. `base` is the version that the form started from and that `If-Match` names. It changes
 * only after a save, or when the editor takes the other version, never while the editor types.
 */
export function useEditing<View extends RaRecord & { updatedAt: string; version: number }, Text, Form>({
  resource,
  record,
  toText,
  toForm,
  failed,
  expired,
  onSaved,
}: EditingOptions<View, Text, Form>) {
  const [base, setBase] = useState(record);
  const [refused, setRefused] = useState<Refused<View, Form> | null>(null);
  const [update] = useUpdate<View>();
  const toast = useToast();
  const start = useMemo(() => toText(base), [base, toText]);

  async function save(form: Partial<Form>, meta?: UpdateMeta): Promise<Outcome> {
    try {
      const saved = await update(
        resource,
        { id: base.id, data: form as unknown as Partial<View>, previousData: base, meta },
        { mutationMode: "pessimistic", returnPromise: true },
      );
      // After a sign-out, react-admin has opened the sign-in page, and nothing was saved.
      if (!saved?.id) return { isSaved: false };
      setBase(saved);
      onSaved(saved);
      return { isSaved: true };
    } catch (error) {
      if (error instanceof HttpError && error.status === 412 && error.body?.current) {
        setRefused({ theirs: error.body.current as View, form });
        return { isSaved: false };
      }
      toast.failed(failed, error, expired);
      return notSaved(error);
    }
  }

  function conflictOf({ theirs, form }: Refused<View, Form>): Conflict<Text> {
    const mine = toText({ ...base, ...(form as unknown as Partial<View>) });
    return {
      before: start,
      theirs: toText(theirs),
      mine,
      changedAt: theirs.updatedAt,
      onKeep: () => setRefused(null),
      onReload: () => {
        // Not every record in a response has its id.
        setBase({ ...theirs, id: base.id });
        setRefused(null);
      },
      onOverwrite: (chosen) => {
        setRefused(null);
        // My values are sent as they were: for some fields, the form text does not convert back to the same value.
        const [sent, merged] = [toForm(mine), toForm(chosen)];
        const next = { ...form };
        for (const field of changedFields(sent, merged)) next[field] = merged[field];
        void save(next, { version: theirs.version });
      },
    };
  }

  return {
    base,
    start,
    save: (form: Partial<Form>) => save(form),
    /** The save that was refused, or null. */
    conflict: refused && conflictOf(refused),
    /** Shows a version that was saved elsewhere, such as a restored one. */
    adopt: (saved: View) => setBase(saved),
  };
}
