import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useAccount } from "../identity/useAccount";
import { changedFields } from "./changedFields";
import { copiesOf, forgetCopy, keepCopy, ownCopyKey, sweepCopies, type UnsavedCopy } from "./unsavedCopies";

/** How long somebody pauses before what was typed is kept. */
const PAUSE_MS = 400;

interface CopyOptions<Values extends FieldValues> {
  /** Which form it is, like `businesses/7`; without a name nothing is kept. */
  name: string | undefined;
  form: UseFormReturn<Values>;
  start: Values;
  isUnsaved: () => boolean;
}

/** A form's copy as its screen needs it. */
export interface FoundCopy {
  /** When it was typed. */
  at: string;
  /** The record is another by now. */
  isOlder: boolean;
  restore: () => void;
  discard: () => void;
}

/**
 * Keeps what is typed into a form until it is saved or thrown away: a tab that was closed, a battery that ran out and a
 * session that ended lose nothing. It belongs to the account that typed it. Each tab keeps a copy of its own; those of
 * all tabs are offered, the newest first.
 */
export function useUnsavedCopy<Values extends FieldValues>({
  name,
  form,
  start,
  isUnsaved,
}: CopyOptions<Values>) {
  const { account } = useAccount();
  const formKey = name && account ? `${account.uid}/${name}` : null;
  const key = useMemo(() => formKey && ownCopyKey(formKey), [formKey]);
  const [found, setFound] = useState<{ key: string; copy: UnsavedCopy<Values> } | null>(null);
  const first = useRef(start);
  const base = useRef(start);
  useEffect(() => {
    base.current = start;
  }, [start]);

  const look = useCallback(() => {
    const copies = formKey ? copiesOf<Values>(formKey) : [];
    setFound(copies.find(({ copy }) => changedFields(first.current, copy.values).length > 0) ?? null);
  }, [formKey]);
  useEffect(() => {
    sweepCopies(new Date());
    look();
  }, [look]);

  useEffect(() => {
    if (!key) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (!isUnsaved()) return;
      keepCopy<Values>(key, {
        at: new Date().toISOString(),
        base: base.current,
        values: form.getValues(),
      });
    };
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE_MS);
    });
    // Without a change since the last save, its time stays that of the last change.
    const keepPending = () => {
      if (timer !== undefined) keep();
    };
    window.addEventListener("pagehide", keepPending);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener("pagehide", keepPending);
    };
  }, [key, form, isUnsaved]);

  const forget = useCallback(() => {
    if (key) forgetCopy(key);
  }, [key]);

  function restore() {
    if (!found) return;
    // Only what was typed: the rest may have been changed by others since.
    const { base, values } = found.copy;
    for (const field of changedFields(base, values)) {
      const path = field as Path<Values>;
      form.setValue(path, values[field] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    // The copy now belongs to this tab. If the other tab is still open, it saves a new copy.
    if (key && found.key !== key) {
      keepCopy(key, found.copy);
      forgetCopy(found.key);
    }
    setFound(null);
  }

  function discard() {
    if (found) forgetCopy(found.key);
    look();
  }

  const copy: FoundCopy | null = found && {
    at: found.copy.at,
    isOlder: changedFields(found.copy.base, start).length > 0,
    restore,
    discard,
  };
  return { copy, forget };
}
