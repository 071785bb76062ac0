import { useMemo, useState } from "react";
import { HttpError, useUpdate, type RaRecord } from "react-admin";
import type { UpdateMeta } from "../dataProvider";
import { useToast } from "../layout/Toasts";
import { changedFields } from "./changedFields";
import { notSaved, type Outcome } from "./useRecordForm";

/** What was looked at, what it is now, and what was to be saved, each as the form shows it; and the ways on. */
export interface Conflict<Text> {
  before: Text;
  theirs: Text;
  mine: Text;
  /** When the other saved. */
  changedAt: string;
  /** Who that was, if it is known. */
  by?: string;
  /** Instead of the title and the text of the dialog. */
  title?: string;
  text?: string;
  onKeep: () => void;
  onReload: () => void;
  /**
   * With the form as it is to be: mine, and theirs where that was chosen. It replaces the version that was shown; a
   * third one in between is refused again.
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
  /** A record as its form shows it. */
  toText: (record: Partial<View>) => Text;
  /** The other way round: what the form holds as it is sent. */
  toForm: (text: Text) => Partial<Form>;
  /** What is said when a save fails. */
  failed: string;
  /** What is said instead when the session has ended. */
  expired?: string;
  onSaved: (saved: View) => void;
}

/**
 * Saving an existing record. `base` is the version that the form started from and that If-Match names; it moves on
 * only with a save of ours or when the editor takes the other's version, never under somebody's typing.
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
      // Signed out on the way: react-admin has led to the sign-in, and nothing was saved.
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
        // Not every record that the server hands over says its id.
        setBase({ ...theirs, id: base.id });
        setRefused(null);
      },
      onOverwrite: (chosen) => {
        setRefused(null);
        // What stays mine is sent as it was: not every field comes back whole from the words that it is shown in.
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
