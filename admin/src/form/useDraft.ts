import { useCallback, useEffect, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useAccount } from "../identity/useAccount";
import { changedFields } from "./changedFields";
import { forgetDraft, keepDraft, readDraft, sweepDrafts, type Draft } from "./drafts";

/** How long somebody pauses before what was typed is kept. */
const PAUSE_MS = 400;

interface DraftOptions<Values extends FieldValues> {
  /** Which form it is, like `businesses/7`; without a name nothing is kept. */
  name: string | undefined;
  form: UseFormReturn<Values>;
  start: Values;
  isUnsaved: () => boolean;
}

/** A form's draft as its screen needs it. */
export interface FoundDraft {
  /** When it was typed. */
  at: string;
  /** The record is another by now. */
  isOlder: boolean;
  restore: () => void;
  discard: () => void;
}

/**
 * Keeps what is typed into a form until it is saved or thrown away: a tab that was closed, a battery that ran out and a
 * session that ended lose nothing. It belongs to the account that typed it.
 */
export function useDraft<Values extends FieldValues>({ name, form, start, isUnsaved }: DraftOptions<Values>) {
  const { account } = useAccount();
  const key = name && account ? `${account.uid}/${name}` : null;
  const [found, setFound] = useState<Draft<Values> | null>(null);
  const first = useRef(start);
  const base = useRef(start);
  useEffect(() => {
    base.current = start;
  }, [start]);

  useEffect(() => {
    if (!key) return;
    sweepDrafts(new Date());
    const kept = readDraft<Values>(key);
    const isNews = kept !== null && changedFields(first.current, kept.values).length > 0;
    setFound(isNews ? kept : null);
  }, [key]);

  useEffect(() => {
    if (!key) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      if (!isUnsaved()) return;
      keepDraft<Values>(key, {
        at: new Date().toISOString(),
        base: base.current,
        values: form.getValues(),
      });
    };
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE_MS);
    });
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener("pagehide", keep);
    };
  }, [key, form, isUnsaved]);

  const forget = useCallback(() => {
    if (key) forgetDraft(key);
  }, [key]);

  function restore() {
    if (!found) return;
    // Only what was typed: the rest may have been changed by others since.
    for (const field of changedFields(found.base, found.values)) {
      const path = field as Path<Values>;
      form.setValue(path, found.values[field] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    setFound(null);
  }

  function discard() {
    forget();
    setFound(null);
  }

  const draft: FoundDraft | null = found && {
    at: found.at,
    isOlder: changedFields(found.base, start).length > 0,
    restore,
    discard,
  };
  return { draft, forget };
}
