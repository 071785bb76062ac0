import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useAccount } from "../identity/useAccount";
import { changedFields } from "./changedFields";
import { copiesOf, forgetCopy, keepCopy, ownCopyKey, sweepCopies, type UnsavedCopy } from "./unsavedCopies";

/** The pause in typing after which the changes are stored. */
const PAUSE_MS = 400;

interface CopyOptions<Values extends FieldValues> {
  /** The name of the form, like `businesses/7`. Without a name, nothing is stored. */
  name: string | undefined;
  form: UseFormReturn<Values>;
  start: Values;
  isUnsaved: () => boolean;
}

/** A stored copy of a form, with its actions. */
export interface FoundCopy {
  /** The time of the last change. */
  at: string;
  /** Whether the record was changed since. */
  isOlder: boolean;
  restore: () => void;
  discard: () => void;
}

/**
 * Stores the unsaved changes of a form until they are saved or discarded, so that a closed tab, an empty battery or
 * an ended session loses nothing. A copy belongs to the account that typed it. Each tab has its own copy; the newest
 * of all tabs is offered first.
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
    // Without changes since it was stored, a copy keeps its time.
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
    // Restores only the changed fields: others may have changed the rest since.
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
